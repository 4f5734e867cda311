/** The board of the web app as a widget for notebooks: one module, drawn in a shadow so that no style leaks in or out. */

import { mount, unmount } from 'svelte';
import board from '../src/styles/board.css?inline';
import tokens from '../src/styles/tokens.css?inline';
import type { Model } from './model';
import Widget from './Widget.svelte';

const HIDDEN = '.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }';
const SIZES = '*, *::before, *::after { box-sizing: border-box; } :host { display: block; }';

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const target = el.attachShadow({ mode: 'open' });
  const style = document.createElement('style');
  style.textContent = [tokens.replaceAll(':root', ':host'), board, HIDDEN, SIZES].join('\n');
  target.append(style);
  const widget = mount(Widget, { target, props: { model } });
  return () => void unmount(widget);
}

export default { render };
