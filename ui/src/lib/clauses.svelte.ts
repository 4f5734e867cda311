/** The clause that somebody tapped on; its page opens over whatever page cited it. */

import type { RulesChoice } from './wire';

class Cited {
  asked = $state.raw<{ readonly rules: RulesChoice; readonly name: string } | undefined>();

  open(rules: RulesChoice, name: string): void {
    this.asked = { rules, name };
  }

  close(): void {
    this.asked = undefined;
  }
}

export const cited = new Cited();
