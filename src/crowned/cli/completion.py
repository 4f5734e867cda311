"""`crowned completion`: a script with which a shell completes commands, options, their values and rulesets.

The script is made from the very parsers of the commands, so it cannot know other options than they do.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, field

from crowned.base import BadInput
from crowned.cli import app
from crowned.rules import catalog

EXAMPLES = """\
examples:
  bash   crowned completion bash > ~/.local/share/bash-completion/completions/crowned
  zsh    crowned completion zsh > ~/.zfunc/_crowned
  fish   crowned completion fish > ~/.config/fish/completions/crowned.fish

or, for this session only:  source <(crowned completion bash)
"""
RULESET = ("ruleset", "--ruleset", "--diff", "--to", "--game")
"""Arguments whose value is a ruleset."""


@dataclass
class Option:
    """What may follow the name of an option."""

    says: str
    takes: bool
    """Whether a value follows."""
    values: tuple[str, ...] = ()
    """The values, where they can be told; else a value may be anything, a file too."""


@dataclass
class Command:
    """What may follow the name of a command."""

    name: str
    says: str
    options: dict[str, Option] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    """What may stand without a hyphen, where that is not just any file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Print a script that lets a shell complete the commands of crowned."
    parser.epilog = EXAMPLES
    parser.add_argument("shell", choices=SHELLS, help="the shell")


def run(args: argparse.Namespace) -> int:
    print(SHELLS[args.shell]([command(name) for name in app.COMMANDS]))
    return app.OK


def command(name: str) -> Command:
    """A command as its own parser describes it; one that is not installed has only its name."""
    found = Command(name, app.COMMANDS[name].says)
    try:
        module = app.load(name)
    except BadInput:
        return found
    parser = argparse.ArgumentParser(add_help=True)
    module.add_arguments(parser)
    for action in parser._actions:
        if action.option_strings:
            says = (action.help or "").replace("%%", "%").partition("\n")[0]
            option = Option(says, action.nargs != 0, tuple(_values(action)))
            found.options |= dict.fromkeys(action.option_strings, option)
        else:
            found.words += _values(action)
    return found


def _values(action: argparse.Action) -> list[str]:
    """What may be given, where that is known."""
    if action.choices:
        return [str(choice) for choice in action.choices]
    return [*catalog.ids()] if not {action.dest, *action.option_strings}.isdisjoint(RULESET) else []


# ---- the shells


def _cases(commands: list[Command], previous: str, form: str) -> str:
    """The branches of a `case` over a command and the word before: the values of its options, then its words.

    After an option that takes something unknown there are no words, so that the shell offers files.
    """
    lines = []
    for one in commands:
        for option, meant in one.options.items():
            if meant.takes:
                lines.append((f"'{one.name} {option}'", meant.values))
        lines.append((f"'{one.name} '*", (*one.words, *one.options)))
    told = (f"    {pattern}) {form.format(_listed(words))} ;;" for pattern, words in lines)
    return f'  case "{previous}" in\n' + "\n".join(told) + "\n  esac"


def _listed(words: Iterable[str]) -> str:
    return shlex.quote(" ".join(words))


def bash(commands: list[Command]) -> str:
    cases = _cases(commands, "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}", "words={}")
    return f"""\
_crowned() {{
  local cur="${{COMP_WORDS[COMP_CWORD]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words={_listed(one.name for one in commands)}
  else
{cases}
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
complete -o default -F _crowned crowned"""


def zsh(commands: list[Command]) -> str:
    """Both as a file of its own, which is run when it is first needed, and to be sourced."""
    names = "\n".join(f"      {shlex.quote(f'{one.name}:{one.says}')}" for one in commands)
    return f"""\
#compdef crowned
_crowned() {{
  local known=""
  if (( CURRENT == 2 )); then
    local -a commands=(
{names}
    )
    _describe command commands
    return
  fi
{_cases(commands, "$words[2] $words[CURRENT-1]", "known={}")}
  compadd -- ${{=known}} || _files
}}
if [[ $funcstack[1] == _crowned ]]; then _crowned "$@"; else compdef _crowned crowned; fi"""


def fish(commands: list[Command]) -> str:
    lines = []
    for one in commands:
        here = shlex.quote(f"__fish_seen_subcommand_from {one.name}")
        lines.append(
            f"complete -c crowned -n __fish_use_subcommand -f -a {one.name} -d {shlex.quote(one.says)}"
        )
        if one.words:
            lines.append(f"complete -c crowned -n {here} -a {_listed(one.words)}")
        lines += [
            f"complete -c crowned -n {here} {_flag(name)}{_value(option)} -d {shlex.quote(option.says)}"
            for name, option in one.options.items()
        ]
    return "\n".join(lines)


def _flag(option: str) -> str:
    return f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"


def _value(option: Option) -> str:
    """Only the values that are known, or whatever files there are."""
    if option.values:
        return f" -x -a {_listed(option.values)}"
    return " -r" if option.takes else ""


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
