"""Where the command `crowned` begins: before anything is loaded, so that Ctrl-C ends it quietly even then."""

import signal
import sys


def main() -> int:
    """While modules are loaded nothing has been done yet, so an interrupt may end the process at once."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    from crowned.cli import main as run  # noqa: PLC0415  # the point of this module

    signal.signal(signal.SIGINT, before)
    return run()


if __name__ == "__main__":
    sys.exit(main())
