"""`python -m crowned`."""

import sys

from crowned.cli import main

if __name__ == "__main__":
    sys.exit(main())
