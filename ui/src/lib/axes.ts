/** A rule of the builder in a few words. */

import { say } from '../i18n/index.svelte';
import type { AxisView } from './wire';

const choiceText = (axis: AxisView, choice: unknown) => say(axis.choice_titles[String(choice)]) || String(choice);

/** What a closed group says about a rule; nothing where the rule is off. */
export function valueText(axis: AxisView, value: AxisView['default']): string {
  const title = say(axis.title);
  if (value === true) return title;
  if (axis.kind === 'word') return `${title}: ${choiceText(axis, value)}`;
  if (axis.kind === 'int' && value !== 0) return `${title}: ${String(value)}`;
  if (axis.kind === 'words' && Array.isArray(value) && value.length > 0) return `${title}: ${value.map((one) => choiceText(axis, one)).join(', ')}`;
  return '';
}
