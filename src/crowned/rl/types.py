"""The words that the parts of `crowned.rl` share."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Encoding = Literal["index", "step"]
ENCODINGS: tuple[Encoding, ...] = ("index", "step")
Bytes: TypeAlias = "npt.NDArray[np.uint8]"
Floats: TypeAlias = "npt.NDArray[np.float32]"
Actions: TypeAlias = "npt.NDArray[np.int32]"
WHITE, BLACK, CHANCE = 0, 1, 2
"""Who acts, in `players`."""
ROLL = -1
"""The action by which chance lets the board's own dice decide."""
