"""Where the command `crowned` begins: before anything is loaded, so that Ctrl-C ends it quietly even then."""

# Not `signal`, which loads half a dozen modules: in that time an interrupt would already be told at length.
import _signal
import sys


def main() -> int:
    """While modules are loaded nothing has been done yet, so an interrupt may end the process at once."""
    before = _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from crowned.cli import main as run  # noqa: PLC0415  # the point of this module

    _signal.signal(_signal.SIGINT, before)
    return run()


if __name__ == "__main__":
    sys.exit(main())
