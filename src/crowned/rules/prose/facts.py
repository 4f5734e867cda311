"""What sentences can mention: counts, names and lists, worked out from one ruleset."""

from __future__ import annotations

from crowned.base.types import Lang, Side
from crowned.rules.doors import Slider
from crowned.rules.prose.endings import counts_text
from crowned.rules.prose.lists import place_facts, way_facts
from crowned.rules.prose.phrases import Phrases, phrases, sentence_case
from crowned.rules.spec import Spec
from crowned.rules.squares import Squares
from crowned.rules.ways import ways

Facts = dict[str, object]


def facts(spec: Spec, lang: Lang) -> Facts:
    """Everything that the templates of the language may ask for."""
    texts = phrases(lang)
    king = texts.king(spec)
    priority = "; ".join(texts.fill("priority", item, {"king": king}) for item in spec.priority)
    return {
        "king": king,
        "huff": texts.huff(spec),
        "white": spec.sides[Side.WHITE].name[lang],
        "black_side": spec.sides[Side.BLACK].name[lang],
        "first": spec.sides[spec.first].name[lang],
        "run_limit": spec.king_run_limit,
        "no_progress": spec.draw_no_progress,
        "without": texts.get("without", _progress(spec)),
        "counts": counts_text(spec, texts),
        "times": texts.get("ordinal", str(spec.draw_repetition or 1)),
        "priority": priority,
        "Priority": sentence_case(priority),
        "remedies": texts.joined([texts.get("remedy", item) for item in spec.remedies], "or"),
        **_board(spec, texts),
        **way_facts(spec, texts),
        **place_facts(spec),
        **_wheel(spec, texts),
    }


def _progress(spec: Spec) -> str:
    """What has to happen; where men step to and fro along their row, only steps forward count."""
    if spec.draw_reset != "man":
        return spec.draw_reset
    return {"never": "man", "aside": "ahead", "always": "crown"}[ways(spec).men_step_back]


def _board(spec: Spec, texts: Phrases) -> Facts:
    squares = Squares(spec)
    gap = spec.setup_gap
    rows = spec.setup_rows
    phrase = f"{'gap' if gap else 'flush'}_{'one' if rows == 1 else 'many'}"
    return {
        "files": spec.files,
        "ranks": spec.ranks,
        "count": len(squares.cells),
        "corner": texts.get("word", spec.numbers_from),
        "men": len(squares.setup(Side.WHITE)),
        "fields": texts.get("word", f"{spec.squares}_fields"),
        "rows": texts.fill("rows", phrase, {"rows": texts.get("number", str(rows))}),
        "free": texts.get("rows", f"free_{gap or 1}"),
    }


def _wheel(spec: Spec, texts: Phrases) -> Facts:
    black, green, orange = spec.spinner
    layout = "; ".join(_slider(slider, texts) for slider in spec.sliders)
    total = black + green + orange
    colour = texts.get("word", spec.sliders[0].colour if spec.sliders else "green")
    return {
        "layout": layout,
        "black": black,
        "green": green,
        "orange": orange,
        "total": total,
        "colour": colour,
        "Colour": colour.capitalize(),
        "doors_weight": green + orange,
        "sliders": texts.get("number", str(len(spec.sliders) or 1)),
        "doors": texts.get("number", str(2 * len(spec.sliders) or 1)),
    }


def _slider(slider: Slider, texts: Phrases) -> str:
    colour = texts.get("word", slider.colour)
    parts = {"name": slider.name, "colour": colour, "left": slider.left, "right": slider.right}
    return texts.fill("word", "slider", parts)
