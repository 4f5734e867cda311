"""`python -m crowned.cli`."""

import sys

from crowned.cli import main

sys.exit(main())
