/** Which sound goes with what is seen. */

import type { Cue } from '../board/plan';
import type { Sound } from '../lib/sound';

const SOUNDS: Partial<Record<Cue['kind'], Sound>> = {
  hop: 'move', slide: 'move', take: 'take', imprison: 'take', crown: 'crown', open: 'open', close: 'close', fall: 'fall', huff: 'huff',
};

export function cueSound(cue: Cue): Sound | undefined {
  return SOUNDS[cue.kind];
}
