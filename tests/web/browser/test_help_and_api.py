"""The page that explains how to play, and the page for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from satplay import web
from satplay.contracts.levels import LEVELS
from satplay.playing.subjects import playable_names
from satplay.verbs.engines import engines
from satplay.web.pages import the_site
from satplay.web.subject_data import formats_of
from tests.web.browser.board_hand import ENDLESS
from tests.web.browser.conftest import SCREENS, Screen
from tests.web.servers import RunningServer

OpenPage = Callable[..., Page]

WITH_SCRIPT = [name for name, subject in the_site().subjects.items() if subject["has_board_script"]]
METHODS = {"get", "post", "put", "patch", "delete"}
ROUTE = "details.route"


def open_help(open_page: OpenPage, address: str = "/help", screen: Screen | None = None) -> Page:
    page = open_page(address, **(screen or {}))
    expect(page.locator("#key-tables section")).to_have_count(1 + len(WITH_SCRIPT))
    return page


def open_api(open_page: OpenPage, address: str = "/api", screen: Screen | None = None) -> Page:
    page = open_page(address, **(screen or {}))
    expect(page.locator(ROUTE).first).to_be_attached()
    return page


# -- help ------------------------------------------------------------------------------------------------


def test_every_part_is_reached_from_the_top(open_page: OpenPage, screen: Screen) -> None:
    page = open_help(open_page, screen=screen)
    links = page.locator("nav.contents a")
    assert links.count() == page.locator("main > section").count()
    for link in links.all():
        link.click()
        part = page.locator(str(link.get_attribute("href")))
        expect(part.locator("h2")).to_be_in_viewport()


def test_every_key_of_the_tools_is_in_the_table(open_page: OpenPage) -> None:
    page = open_help(open_page)
    keys = page.locator("#keys-all kbd").all_inner_texts()
    assert {"K", "D", "M", "?", "+", "-", "Escape", "Z", "Y"} <= {*keys}
    board = open_page("/hashi")
    expect(board.locator("#tools button").first).to_be_visible()
    titles = board.locator("[data-tool]").evaluate_all("tools => tools.map((tool) => tool.title)")
    of_tools = {found[1] for title in titles if (found := re.search(r"\((.)\)$", title))}
    assert {"U", "R", "H", "C", "N"} <= of_tools <= {*keys}


@pytest.mark.parametrize("name", WITH_SCRIPT)
def test_the_keys_of_each_puzzle_are_listed(open_page: OpenPage, name: str) -> None:
    page = open_help(open_page, f"/help#keys-{name}")
    section = page.locator(f"#keys-{name}")
    expect(section.locator("h3")).to_have_text(the_site().subjects[name]["title"])
    expect(section).to_be_in_viewport()
    rows = page.evaluate("name => import(`/subjects/${name}/board.js`).then(({ help }) => help)", name)
    assert rows
    for row, (keys, meaning) in zip(section.locator("tr").all(), rows, strict=True):
        expect(row.locator("th")).to_have_text(keys)
        expect(row.locator("td")).to_have_text(meaning)
        for key in row.locator("kbd").all_inner_texts():
            assert not re.search(r"[,;]|\b(then|or|and)\b", key), key


def test_the_formats_of_every_subject_are_shown_with_examples(open_page: OpenPage) -> None:
    page = open_help(open_page)
    assert page.locator("#format-list > details").count() == len(playable_names())
    for name in playable_names():
        details = page.locator(f"#formats-{name}")
        details.locator("summary").click()
        formats = formats_of(name)
        assert details.locator("h3").all_inner_texts() == [form.name for form in formats]
        examples = details.locator("pre").all_inner_texts()
        assert all(form.recognises(text) for form, text in zip(formats, examples, strict=True))


def test_levels_and_engines_are_those_of_this_server(open_page: OpenPage) -> None:
    page = open_help(open_page)
    assert page.locator("#level-table tbody th").all_inner_texts() == [*LEVELS]
    page.locator("#engine-count").click()
    installed = [engine.name for engine in engines() if engine.installed]
    assert page.locator("#engine-table tbody th").all_inner_texts() == installed
    expect(page.locator("#engine-count")).to_have_text(f"All engines ({len(installed)})")


def test_what_the_words_of_the_pages_mean_is_explained(open_page: OpenPage) -> None:
    page = open_help(open_page)
    terms = page.locator("#playing dt").all_inner_texts()
    assert {"Try", "Marks", "Check", "Live checking", "Links", "No connection"} <= {*terms}
    expect(page.locator("#hints")).to_contain_text("lists of facts of which at least one must be true")
    page.get_by_role("link", name="first page").click()
    expect(page.locator("#open-text")).to_be_visible()


# -- routes ----------------------------------------------------------------------------------------------


def test_every_route_is_listed(open_page: OpenPage, running: RunningServer) -> None:
    paths = running.get("/openapi.json").value["paths"]
    expected = {(method.upper(), path) for path, found in paths.items() for method in METHODS & {*found}}
    page = open_api(open_page)
    listed = page.locator(f"{ROUTE} > summary").evaluate_all(
        "all => all.map((one) => ['.method', '.path'].map((part) => one.querySelector(part).textContent))"
    )
    assert {(method, path) for method, path in listed} == expected and len(listed) == len(expected)
    expect(page.locator("#route-count")).to_have_text(f"{len(expected)} routes")
    ids = page.locator(ROUTE).evaluate_all("all => all.map((one) => one.id)")
    assert len({*ids}) == len(ids)


def test_routes_are_found_by_words(open_page: OpenPage) -> None:
    page = open_api(open_page)
    expect(page.get_by_placeholder("such as count")).to_be_visible()
    page.locator("#route-search").fill("count mosaic")
    expect(page.locator(f"{ROUTE}:visible")).to_have_count(1)
    expect(page.locator("#route-count")).to_have_text(re.compile("^1 of [0-9]+ routes$"))
    expect(page.locator("#group-solve")).to_be_hidden()
    page.locator("#route-search").fill("")
    expect(page.locator("#group-solve")).to_be_visible()


def test_a_link_opens_its_route(open_page: OpenPage) -> None:
    page = open_api(open_page, "/api#solve_hashi")
    route = page.locator("#solve_hashi")
    expect(route).to_have_attribute("open", "")
    expect(route.locator("summary").first).to_be_in_viewport()
    fields = route.locator(".route-fields")
    expect(fields).to_contain_text("input")
    expect(fields.locator(".required").first).to_have_text("required")


def test_every_route_can_be_opened(open_page: OpenPage) -> None:
    """Each has words, a form, and commands to copy."""
    page = open_api(open_page)
    count = page.locator(ROUTE).count()
    page.evaluate("document.querySelectorAll('details.route').forEach((route) => (route.open = true))")
    expect(page.locator(f"{ROUTE} form.try")).to_have_count(count)
    bodies = page.locator(f"{ROUTE} textarea").evaluate_all("all => all.map((one) => one.value)")
    assert all(isinstance(json.loads(body), dict) for body in bodies) and len(bodies) > 50
    snippets = page.locator(f"{ROUTE} .snippet pre").evaluate_all("all => all.map((one) => one.textContent)")
    assert len(snippets) == 2 * count
    for text in snippets[1::2]:
        compile(text, "example", "exec")


# -- trying ----------------------------------------------------------------------------------------------


def opened(page: Page, route: str) -> Page:
    """The page with a route opened."""
    page.locator(f"#{route} > summary").click()
    expect(page.locator(f"#{route} form.try")).to_be_visible()
    return page


def send(page: Page, route: str, body: object) -> None:
    form = page.locator(f"#{route} form.try")
    form.locator("textarea").fill(body if isinstance(body, str) else json.dumps(body))
    form.get_by_role("button", name="Send").click()


def answer_of(page: Page, route: str) -> dict[str, object]:
    """The answer that is shown, once it is there."""
    shown = page.locator(f"#{route} .answer pre[role=region]")
    expect(shown).to_be_visible()
    found = json.loads(shown.inner_text())
    assert isinstance(found, dict)
    return found


def test_a_request_is_sent_and_answered(open_page: OpenPage, screen: Screen) -> None:
    page = opened(open_api(open_page, screen=screen), "solve_hashi")
    send(page, "solve_hashi", {"input": "1.1", "unique": True})
    found = answer_of(page, "solve_hashi")
    assert (found["status"], found["subject"], found["unique"]) == ("sat", "hashi", True)
    expect(page.locator("#solve_hashi .status.ok")).to_contain_text("200")


def test_the_commands_are_those_of_the_form(open_page: OpenPage, running: RunningServer) -> None:
    page = opened(open_api(open_page), "count_hashi")
    form = page.locator("#count_hashi form.try")
    form.locator("textarea").fill('{"input": "1.1"}')
    for summary in form.locator(".snippet summary").all():
        summary.click()
    curl, python = form.locator(".snippet pre").all_inner_texts()
    address = f"{running.address}/api/count/hashi"
    assert f"-X POST '{address}'" in curl and """-d '{"input":"1.1"}'""" in curl
    assert f'url = "{address}"' in python and 'body = {"input": "1.1"}' in python


def test_a_job_is_followed_to_its_end(open_page: OpenPage) -> None:
    page = opened(open_api(open_page), "generate_hashi")
    form = page.locator("#generate_hashi form.try")
    form.locator("input[name=wait]").fill("0")
    send(page, "generate_hashi", {"size": "5x5", "seed": 7})
    expect(form.locator(".status.ok")).to_contain_text("done after")
    assert answer_of(page, "generate_hashi")["seed"] == 7


def test_a_job_can_be_cancelled(open_page: OpenPage) -> None:
    page = opened(open_api(open_page), "generate_hashi")
    form = page.locator("#generate_hashi form.try")
    form.locator("input[name=wait]").fill("0")
    send(page, "generate_hashi", {"size": ENDLESS, "difficulty": "extreme", "seed": 1, "seconds": 60})
    expect(form.locator(".progress")).to_be_visible()
    form.get_by_role("button", name="Cancel").click()
    expect(form.locator(".answer .bad")).to_have_text("Cancelled.")


# -- errors ----------------------------------------------------------------------------------------------


def test_an_error_has_the_shape_that_the_page_shows(
    open_page: OpenPage, expect_messages: Callable[[str], None]
) -> None:
    expect_messages("422")  # the browser reports the status
    page = open_api(open_page, screen=SCREENS["phone"])
    shown = json.loads(page.locator("#errors pre").inner_text())["error"]
    send(opened(page, "solve_hashi"), "solve_hashi", {"input": "1.x"})
    error = answer_of(page, "solve_hashi")["error"]
    assert isinstance(error, dict) and error.keys() == shown.keys()
    assert (error["kind"], error["line"], error["column"]) == ("BadInput", 1, 3)
    expect(page.locator("#solve_hashi .status.bad")).to_contain_text("422")


def test_a_body_that_is_not_json_is_not_sent(open_page: OpenPage) -> None:
    page = opened(open_api(open_page), "solve_hashi")
    send(page, "solve_hashi", "{input}")
    expect(page.locator("#solve_hashi .answer .bad")).to_contain_text("The body is not JSON")
    text = page.locator("#solve_hashi textarea")
    expect(text).to_be_focused()
    expect(text).to_have_attribute("aria-invalid", "true")


def test_the_table_of_errors_has_every_kind(open_page: OpenPage) -> None:
    """Those that the source of the server raises, by their names."""
    page = open_page("/api")
    rows = page.locator("#error-table tbody tr").evaluate_all(
        "rows => rows.map((row) => [row.cells[0].textContent, row.cells[1].textContent])"
    )
    listed = {(status, kind) for status, kinds in rows for kind in kinds.split(", ")}
    assert [status for status, _ in rows] == sorted(status for status, _ in rows)
    source = "".join(file.read_text() for file in sorted(Path(*web.__path__[-1:]).glob("*.py")))
    raised = re.findall(r"""(?:Refused|error_answer)\(\s*(\d{3}),\s*"(\w+)\"""", source)
    assert len(raised) > 10 and {*raised} <= listed
