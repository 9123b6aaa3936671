import base64
import hashlib
import json
import re
from html.parser import HTMLParser

from satplay.contracts.events import Decide
from satplay.logic.formula import Formula
from satplay.logic.literal import Named
from satplay.tracing import Trace
from satplay.tracing.document import from_json
from satplay.tracing.html import to_html

HOSTILE = "</script><script>alert(1)</script><!--<b>{{script}}&amp;"


class Page(HTMLParser):
    """Collects elements, attributes that load resources, and the text inside scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[str] = []
        self.ids: list[str] = []
        self.in_script = False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self.ids += [value for name, value in attrs if name == "id"]
        self.in_script = tag == "script"
        if self.in_script:
            self.scripts.append("")

    def handle_endtag(self, tag):
        self.in_script = False

    def handle_data(self, data):
        if self.in_script:
            self.scripts[-1] += data


def hostile() -> Trace:
    formula = Formula([[1, 2]])
    formula.name(1, Named(HOSTILE))
    return Trace(formula, {"learn": HOSTILE}, (Decide(1, 1),))


def test_the_page_contains_the_whole_run(seed):
    data, _ = Page(to_html(seed)).scripts
    assert from_json(json.loads(data)) == seed


def test_the_page_loads_no_resources(seed):
    page = Page(to_html(seed))
    assert not {name for name, _ in page.attributes} & {"src", "href", "srcset", "action", "data"}
    assert "link" not in page.tags
    assert "http" not in to_html(seed).replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")


def test_names_from_a_file_stay_data():
    page = Page(to_html(hostile()))
    assert page.tags.count("script") == 2
    assert "b" not in page.tags
    data = json.loads(page.scripts[0])
    assert data["formula"]["names"]["1"]["name"] == HOSTILE
    assert data["options"]["learn"] == HOSTILE


def test_the_policy_allows_exactly_the_script_of_the_page(seed):
    html = to_html(seed)
    script = Page(html).scripts[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in html
    assert "default-src 'none'" in html


def test_the_script_never_turns_text_into_markup(seed):
    script = Page(to_html(seed)).scripts[1]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b", script)


def test_the_elements_used_by_the_script_exist(seed):
    page = Page(to_html(seed))
    wanted = set(re.findall(r'byId\("([\w-]+)"\)', page.scripts[1]))
    assert wanted <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_without_javascript_the_text_is_shown(seed):
    assert "13 fail                     UNSAT: no decision literal is left" in to_html(seed)


def test_a_notebook_gets_the_page_in_a_frame_and_the_last_conflict_as_a_picture(seed):
    frame = Page(seed._repr_html_())
    assert frame.tags == ["iframe"]
    assert dict(frame.attributes)["srcdoc"] == to_html(seed)
    assert "conflict with c5" in seed._repr_svg_()
