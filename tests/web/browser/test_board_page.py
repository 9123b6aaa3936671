"""What the page of every board does: tools, panels, dialogs, storage; shown with Hashi and Mosaic."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.web.browser.board_hand import ENDLESS, choose_endless
from tests.web.browser.conftest import Screen

OpenPage = Callable[..., Page]

BOARD = "2.4\n...\n1.3\n"
"""A Hashi board with one solution: A1-C1 and C1-C3 twice, A3-C3 once."""
OTHER = "1.2\n...\n..1\n"
SOLUTION = "A1 C1 2; C1 C3 2; A3 C3 1"


def hashi(open_page: OpenPage, screen: Screen | None = None, board: str = BOARD, **more: Any) -> Page:
    page = open_page(f"/hashi#b={board.replace(chr(10), '%0A')}", **(screen or {}), **more)
    expect(page.locator("#about")).to_have_text("3x3")
    return page


def tool(page: Page, name: str) -> None:
    """Press the button of a tool, on a phone behind More if need be."""
    button = page.locator(f"[data-tool={name}]")
    if not button.is_visible():
        page.locator("#tools .more").click()
    button.click()


def type_move(page: Page, line: str) -> None:
    page.fill("#move-text", line)
    page.press("#move-text", "Enter")


def stored(page: Page, key: str = "match:hashi") -> Any:
    return page.evaluate("key => JSON.parse(localStorage.getItem('satplay:' + key))", key)


def moves_on_the_server(page: Page) -> list[str]:
    """The moves of the record, once the server has answered all of them."""
    page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('satplay:match:hashi'))?.lines.length === 0"
    )
    record: str = stored(page)["document"]["record"]
    return [line for line in record.partition("=== moves ===\n")[2].partition("===")[0].splitlines() if line]


# -- the board and its tools -----------------------------------------------------------------------------


HEAPS = (("A", 3), ("B", 4), ("C", 5))
"""The heaps of a game of Nim."""


def test_a_first_visit_shows_a_board_rules_and_tools(open_page: OpenPage, screen: Screen) -> None:
    page = open_page("/hashi", **screen)
    expect(page.locator("#board svg .island").first).to_be_visible()
    assert page.locator("#rules-lines li").count() == 3
    expect(page.locator("#rules-picture svg")).to_be_visible()
    expect(page.locator("[data-tool=undo]")).to_have_attribute("aria-disabled", "true")


def test_a_reload_keeps_moves_try_and_time(open_page: OpenPage, screen: Screen) -> None:
    page = hashi(open_page, screen)
    type_move(page, "A1 C1")
    tool(page, "try")
    type_move(page, "C1 C3")
    expect(page.locator("#try-bar")).to_be_visible()
    assert moves_on_the_server(page) == ["A1 C1", "C1 C3"]
    page.wait_for_timeout(1100)
    page.reload()
    expect(page.locator("#try-bar")).to_be_visible()
    expect(page.locator("#board .bridge.tried")).not_to_have_count(0)
    assert stored(page)["moves"] == 2
    expect(page.locator("#clock")).not_to_have_text("0:00")
    page.locator("#try-bar button", has_text="Drop").click()
    assert moves_on_the_server(page) == ["A1 C1"]


def test_try_can_contain_another_try(open_page: OpenPage) -> None:
    page = hashi(open_page)
    for line in ("A1 C1", "C1 C3"):
        tool(page, "try")
        type_move(page, line)
    expect(page.locator("#try-bar span")).to_have_text("Try 2")
    page.locator("#try-bar button", has_text="Drop").click()
    expect(page.locator("#try-bar span")).to_have_text("Try")
    page.locator("#try-bar button", has_text="Keep").click()
    expect(page.locator("#try-bar")).to_be_hidden()
    assert moves_on_the_server(page) == ["A1 C1"]


def test_undo_and_redo_have_no_limit_and_repeat_while_held(open_page: OpenPage) -> None:
    page = hashi(open_page)
    for _ in range(12):
        type_move(page, "A1 C1")
    button = page.locator("[data-tool=undo]")
    button.dispatch_event("pointerdown")
    expect(button).to_have_attribute("aria-disabled", "true", timeout=5000)
    button.dispatch_event("pointerup")
    page.keyboard.press("Control+y") if page.evaluate("document.activeElement.id") != "move-text" else None
    tool(page, "redo")
    assert stored(page) is not None
    expect(button).to_have_attribute("aria-disabled", "false")


def test_single_keys_act_only_while_the_board_has_the_focus(open_page: OpenPage) -> None:
    page = hashi(open_page)
    page.locator("#title").click()
    page.keyboard.press("h")
    expect(page.locator("#panel")).to_be_hidden()
    page.locator("#board").focus()
    page.keyboard.press("h")
    expect(page.locator("#panel-title")).to_have_text("Hint")
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("t")
    expect(page.locator("#try-bar")).to_be_visible()
    page.keyboard.press("k")
    expect(page.locator("#try-bar")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator("#move-text")).to_be_focused()


def test_the_move_box_explains_a_refusal_and_remembers_lines(open_page: OpenPage, screen: Screen) -> None:
    page = hashi(open_page, screen)
    type_move(page, "A1 B2")
    expect(page.locator("#move-answer")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("A1")
    page.press("#move-text", "ArrowUp")
    expect(page.locator("#move-text")).to_have_value("A1 B2")
    type_move(page, "help")
    expect(page.locator("#move-answer")).to_contain_text("add one bridge")


def test_a_game_without_a_board_script_is_played_by_choosing_moves(
    open_page: OpenPage, screen: Screen
) -> None:
    page = open_page("/nim", **screen)
    expect(page.locator("#about")).to_have_text("you are first")
    expect(page.locator("#move-prompt")).to_have_text("Take things from one heap, such as A2.")
    choices = page.locator("#move-choices button")
    assert choices.all_inner_texts() == [f"{heap}{n}" for heap, held in HEAPS for n in range(1, held + 1)]
    expect(choices.last).to_be_in_viewport()
    is_dark = screen["theme"] == "dark"
    filtered = "element => getComputedStyle(element).filter !== 'none'"
    assert page.locator("#board .picture").evaluate(filtered) is is_dark, "a light picture on a dark page"
    tool(page, "hint")
    expect(page.locator("#panel-body")).to_contain_text("You can win. Look at heap A.")
    expect(page.locator("#panel-body button")).to_have_text(["Next hint"])  # the move is not told yet
    page.locator("#panel-body button").click()
    expect(page.locator("#panel-body button")).to_have_text(["Play it: A2"])
    page.locator("#panel-close").click()
    choices.first.click()
    expect(page.locator("#message")).to_have_text(
        re.compile(r"^First takes 1 from A and leaves 2\. Second plays [ABC]\d\.")
    )


def test_pause_hides_the_board_and_stops_the_time(open_page: OpenPage) -> None:
    page = hashi(open_page)
    page.locator("#pause").click()
    expect(page.locator("#board svg")).to_be_hidden()
    before = page.locator("#clock").inner_text()
    page.wait_for_timeout(1300)
    assert page.locator("#clock").inner_text() == before
    page.locator("#cover button").click()
    expect(page.locator("#board svg")).to_be_visible()


# -- checking --------------------------------------------------------------------------------------------


def test_check_says_solved_unfinished_or_wrong(open_page: OpenPage, screen: Screen) -> None:
    page = hashi(open_page, screen)
    tool(page, "check")
    expect(page.locator("#message")).to_contain_text("not finished")
    type_move(page, "A1 A3; A1 C1")
    tool(page, "check")
    expect(page.locator("#message")).to_have_class(re.compile("bad"))
    expect(page.locator("#message")).to_have_text(
        "Wrong: these rules cannot hold any more: the island C1 has 4 bridges; the island C3 has 3 bridges."
    )


def test_live_checking_has_three_modes(open_page: OpenPage) -> None:
    page = hashi(open_page)
    page.locator("[data-tool=settings]").click()
    page.locator("input[value=all]").check()
    page.keyboard.press("Escape")
    type_move(page, "A1 A3")  # no solution has this bridge, but no rule is broken yet
    expect(page.locator("#board .wrong")).not_to_have_count(0)
    page.locator("[data-tool=settings]").click()
    page.locator("input[value=contradictions]").check()
    page.keyboard.press("Escape")
    expect(page.locator("#board .wrong, #board .overfull")).to_have_count(0)
    type_move(page, "A3 C3")  # A3 needs one bridge and has two
    expect(page.locator("#board .overfull, #board .wrong")).not_to_have_count(0)
    page.locator("[data-tool=settings]").click()
    page.locator("input[value=off]").check()
    page.keyboard.press("Escape")
    expect(page.locator("#board .wrong")).to_have_count(0)


# -- hints and explanations ------------------------------------------------------------------------------


def test_hints_in_stages_lead_to_the_solution_and_it_is_counted(open_page: OpenPage, screen: Screen) -> None:
    page = hashi(open_page, screen)
    for _ in range(10):
        tool(page, "hint")
        expect(page.locator("#panel .place, #panel .facts").first).to_be_visible()
        if page.locator("#panel .place").count():
            page.locator("#panel button", has_text="Show the step").click()
        expect(page.locator("#panel .facts").first).to_be_visible()
        before = stored(page)["document"]["moves"]
        page.locator("#panel button", has_text="Do it").click()
        page.wait_for_function(
            "before => JSON.parse(localStorage.getItem('satplay:match:hashi')).document.moves > before",
            arg=before,
        )
        if stored(page)["document"]["outcome"] is not None:
            break
    expect(page.locator("#panel-title")).to_have_text("Solved!")
    expect(page.locator("#message")).to_have_class(re.compile("ok"))
    counted = stored(page, "statistics:hashi")
    assert [row["solved"] for row in counted.values()] == [1]
    assert [row["unaided"] for row in counted.values()] == [0]
    page.locator("#panel button", has_text="Statistics").click()
    expect(page.locator("dialog table.statistics tbody tr")).to_have_count(1)
    page.keyboard.press("Escape")
    tool(page, "undo")
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("#message")).to_be_empty()
    tool(page, "redo")
    expect(page.locator("#panel-title")).to_have_text("Solved!")
    page.reload()
    page.wait_for_timeout(300)
    assert stored(page, "statistics:hashi") == counted  # not counted again


def test_a_hint_at_a_mistake_names_it_first(open_page: OpenPage, screen: Screen) -> None:
    page = hashi(open_page, screen)
    type_move(page, "A1 A3")
    tool(page, "hint")
    expect(page.locator("#panel-title")).to_have_text("There is a mistake")
    page.locator("#panel button", has_text="Show the mistake").click()
    expect(page.locator("#panel .reason").first).to_be_visible()


def test_the_explanation_player_steps_from_here_and_from_the_start(
    open_page: OpenPage, screen: Screen
) -> None:
    page = hashi(open_page, screen)
    type_move(page, "C1 C3")
    tool(page, "explain")
    expect(page.locator(".step-count")).to_contain_text("Step 1 of")
    expect(page.locator("input[value=here]")).to_be_checked()
    page.locator("[data-step=last]").click()
    expect(page.locator("#board .bridge")).not_to_have_count(1)
    page.locator("input[value=start]").check()
    expect(page.locator(".step-count")).to_contain_text(re.compile("Step 1 of [0-9]"))
    first = page.locator(".steps .facts").text_content() or ""
    page.locator("[data-step=next]").click()
    expect(page.locator(".steps .facts")).not_to_have_text(first)
    page.locator("[data-step=back]").click()
    expect(page.locator(".steps .facts")).to_have_text(first)
    page.locator("#panel-close").click()
    assert moves_on_the_server(page) == ["C1 C3"]  # the position of the player stays


def test_the_clauses_view_joins_board_and_clauses_both_ways(open_page: OpenPage, screen: Screen) -> None:
    page = hashi(open_page, screen)
    tool(page, "clauses")
    expect(page.locator(".clauses-view .muted").first).to_contain_text("clauses")
    page.fill(".clauses-form input", "A1-C1")
    page.press(".clauses-form input", "Enter")
    variables = page.locator(".clauses .variables button")
    expect(variables).not_to_have_count(0)
    expect(variables.first).to_contain_text("A1 and C1")
    clause = page.locator(".clause-list button", has=page.locator(".rule")).first
    clause.click()
    expect(page.locator("#board .ground")).not_to_have_count(0)
    variables.first.click()
    expect(page.locator(".clauses h3").first).to_contain_text("Variables about")
    page.locator(".clauses-form select").select_option(index=1)
    expect(page.locator(".clauses-view .muted").first).to_contain_text("clauses")


def test_a_solution_is_shown_after_a_question_and_does_not_count(open_page: OpenPage) -> None:
    page = hashi(open_page)
    tool(page, "solve")
    page.locator("dialog button", has_text="Show the solution").click()
    expect(page.locator("#board .bridge")).to_have_count(5)
    type_move(page, SOLUTION)
    expect(page.locator("#panel-title")).to_have_text("Solved!")
    expect(page.locator("#panel")).to_contain_text("not counted")
    assert stored(page, "statistics:hashi") is None


# -- other boards ----------------------------------------------------------------------------------------


def test_a_link_never_overwrites_a_game_in_progress(open_page: OpenPage) -> None:
    page = hashi(open_page)
    type_move(page, "A1 C1")
    moves_on_the_server(page)
    page.goto(f"/hashi#b={OTHER.replace(chr(10), '%0A')}")
    page.locator("dialog button", has_text="Keep my game").click()
    assert moves_on_the_server(page) == ["A1 C1"]
    page.goto(f"/hashi#b={BOARD.replace(chr(10), '%0A')}")  # the same board: no question
    expect(page.locator("#message")).to_contain_text("the board that you are playing")
    assert moves_on_the_server(page) == ["A1 C1"]
    page.goto(f"/hashi#b={OTHER.replace(chr(10), '%0A')}")
    page.locator("dialog button", has_text="Open the other board").click()
    expect(page.locator("#board .island")).to_have_count(3)
    assert moves_on_the_server(page) == []


def test_tabs_follow_the_one_that_was_played_in_last(open_page: OpenPage) -> None:
    page = hashi(open_page)
    other = open_page("/hashi", context=page.context)
    expect(other.locator("#board svg")).to_be_visible()
    type_move(other, "A1 C1")
    expect(page.locator("#message")).to_have_text("Continued from another tab.")
    type_move(page, "A1 A3")
    assert moves_on_the_server(page) == moves_on_the_server(other) == ["A1 C1", "A1 A3"]
    other.close()  # stores what it shows
    page.reload()
    assert moves_on_the_server(page) == ["A1 C1", "A1 A3"]


def test_a_new_board_by_size_and_level(open_page: OpenPage, screen: Screen) -> None:
    page = hashi(open_page, screen)
    tool(page, "new")
    page.locator("dialog select").nth(0).select_option("7x7")
    page.locator("dialog select").nth(1).select_option("easy")
    page.locator("dialog summary").click()
    page.locator("dialog input[inputmode=numeric]").fill("7")
    page.locator("dialog button.primary").click()
    expect(page.locator("#about")).to_have_text("7x7 easy")
    expect(page.locator("dialog")).to_have_count(0)
    assert "seed 7\n" in stored(page)["document"]["record"]


def test_the_daily_board_is_the_same_for_all(open_page: OpenPage) -> None:
    boards = []
    for _ in range(2):
        page = open_page("/mosaic#daily")
        expect(page.locator("#about")).not_to_have_text("")
        page.wait_for_function("() => localStorage.getItem('satplay:match:mosaic')?.includes('seed 20')")
        boards.append(stored(page, "match:mosaic")["document"]["board"])
    assert boards[0] == boards[1]


def test_a_link_to_a_new_board_says_that_it_is_made_and_can_be_cancelled(open_page: OpenPage) -> None:
    page = open_page(f"/hashi#new={ENDLESS}&level=extreme")
    expect(page.locator("#title")).to_have_text("Hashiwokakero")
    expect(page.locator("#message")).to_contain_text("Making a board")
    page.locator("#message button", has_text="Cancel").click()
    expect(page.locator("#about")).to_have_text("6x6")  # the first board
    expect(page.locator("#message")).to_contain_text("Drag from an island to its neighbour")


def test_a_board_that_is_too_rare_is_said_in_words(
    open_page: OpenPage, expect_messages: Callable[[str], None]
) -> None:
    """No hard board of 2x2 can be found, however long one searches."""
    expect_messages("422")  # the browser reports the status
    page = open_page("/mosaic#new=2x2&level=hard")
    expect(page.locator("#message")).to_have_text(
        "No hard board of 2x2 was found: there are few, or none. Try again, or another level or size."
    )


def test_generating_can_be_cancelled(open_page: OpenPage) -> None:
    page = hashi(open_page)
    page.locator("[data-tool=new]").click()
    choose_endless(page)
    with page.expect_request(
        lambda request: request.method == "DELETE" and "/api/jobs/" in request.url
    ) as gone:
        with page.expect_response(lambda answer: "/api/play/" in answer.url):
            page.locator("dialog button.primary").click()
        page.locator("dialog button", has_text="Cancel").click()
    assert gone.value.response() is not None
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#about")).to_have_text("3x3")


def test_leaving_the_page_cancels_its_job(
    open_page: OpenPage, open_context: Callable[..., BrowserContext]
) -> None:
    context = open_context()
    page = hashi(open_page, context=context)
    page.locator("[data-tool=new]").click()
    choose_endless(page)
    with page.expect_response(lambda answer: answer.url.endswith("/events")) as events:
        page.locator("dialog button.primary").click()
    job = events.value.url.removesuffix("/events")
    page.goto("/help")
    watcher = open_page("/help")
    for _ in range(150):
        state = watcher.evaluate("url => fetch(url).then((answer) => answer.json())", job)["state"]
        if state == "cancelled":
            break
        watcher.wait_for_timeout(100)
    assert state == "cancelled"


def test_open_takes_any_format_and_says_what_it_cannot_read(open_page: OpenPage) -> None:
    page = hashi(open_page)
    page.locator("[data-tool=open]").click()
    page.locator("dialog textarea").fill("what is this?")
    page.locator("dialog button.primary").click()
    expect(page.locator("dialog .message")).to_have_class(re.compile("bad"))
    page.locator("dialog textarea").fill(OTHER)
    page.locator("dialog button.primary").click()
    expect(page.locator("#board .island")).to_have_count(3)


def test_settings_stay(open_page: OpenPage) -> None:
    page = hashi(open_page)
    page.locator("[data-tool=settings]").click()
    page.locator("dialog select").select_option("dark")
    page.locator("dialog label", has_text="Show the time").locator("input").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("#timer")).to_be_hidden()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#timer")).to_be_hidden()


# -- everybody can use it --------------------------------------------------------------------------------


def test_the_focus_is_not_behind_the_fixed_tools(open_page: OpenPage) -> None:
    page = open_page("/hashi", size=(390, 700), touch=True)
    expect(page.locator("#rules-lines li")).not_to_have_count(0)
    for _ in range(25):
        page.keyboard.press("Tab")
        hidden = page.evaluate(
            """() => {
              const element = document.activeElement;
              if (!element || element.closest("#tools, header") || element === document.body) return false;
              const box = element.getBoundingClientRect();
              const tools = document.querySelector("#tools").getBoundingClientRect();
              return box.height < 300 && box.bottom > tools.top + 1 && box.top < innerHeight;
            }"""
        )
        assert not hidden
