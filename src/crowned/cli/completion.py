"""`crowned completion`: a script with which a shell completes commands, options and rulesets.

The script is made from the very parsers of the commands, so it cannot know other options than they do.
"""

from __future__ import annotations

import argparse
import shlex
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
class Command:
    """What may follow the name of a command."""

    name: str
    says: str
    options: dict[str, str] = field(default_factory=dict)
    """Each with its help."""
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
        _describe(found, action)
    return found


def _describe(found: Command, action: argparse.Action) -> None:
    for option in action.option_strings:
        found.options[option] = (action.help or "").replace("%%", "%").partition("\n")[0]
    if action.dest == "ruleset" or not set(RULESET).isdisjoint(action.option_strings):
        found.words += [name for name in catalog.ids() if name not in found.words]
    if action.choices and not action.option_strings:
        found.words += [str(choice) for choice in action.choices]


# ---- the shells


def bash(commands: list[Command]) -> str:
    cases = "\n".join(
        f"    {one.name}) words={shlex.quote(' '.join([*one.words, *one.options]))} ;;" for one in commands
    )
    names = shlex.quote(" ".join(one.name for one in commands))
    return f"""\
_crowned() {{
  local cur="${{COMP_WORDS[COMP_CWORD]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words={names}
  else
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
complete -o default -F _crowned crowned"""


def zsh(commands: list[Command]) -> str:
    names = "\n".join(f"      {shlex.quote(f'{one.name}:{one.says}')}" for one in commands)
    cases = "\n".join(
        f"      {one.name}) compadd -- {' '.join(map(shlex.quote, [*one.words, *one.options]))} ;;"
        for one in commands
    )
    return f"""\
#compdef crowned
_crowned() {{
  if (( CURRENT == 2 )); then
    local -a commands=(
{names}
    )
    _describe command commands
  else
    case $words[2] in
{cases}
    esac
    _files
  fi
}}
compdef _crowned crowned"""


def fish(commands: list[Command]) -> str:
    lines = []
    for one in commands:
        here = shlex.quote(f"__fish_seen_subcommand_from {one.name}")
        lines.append(
            f"complete -c crowned -n __fish_use_subcommand -f -a {one.name} -d {shlex.quote(one.says)}"
        )
        if one.words:
            lines.append(f"complete -c crowned -n {here} -a {shlex.quote(' '.join(one.words))}")
        lines += [
            f"complete -c crowned -n {here} {_flag(option)} -d {shlex.quote(says)}"
            for option, says in one.options.items()
        ]
    return "\n".join(lines)


def _flag(option: str) -> str:
    return f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
