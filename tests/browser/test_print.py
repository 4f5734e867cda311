"""The rule sheet on paper, as the browser prints it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit

BOOKS: list[str] = DATA["books"]["ids"]


def test_a_rulebook_is_printed_on_two_pages_at_most_with_diagrams(sit: Sit) -> None:
    player = sit(locale="de")
    for book in BOOKS:
        player.go(f"/rules/{book}")
        pictures = player.page.locator("article figure img")
        expect(pictures.nth(1)).to_be_visible()
        assert pictures.evaluate_all("all => all.every(one => one.complete && one.naturalWidth > 0)")
        paper = player.page.pdf(prefer_css_page_size=True)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) <= 2, book
