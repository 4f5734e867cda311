/** Short notices that go by themselves. Screen readers hear them too. */

import { t } from '../i18n/index.svelte';
import { ApiError } from './api';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'good' | 'bad' | '';
}

class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  #ids = 0;

  show(text: string, kind: Toast['kind'] = ''): void {
    const id = (this.#ids += 1);
    this.list = [...this.list.slice(-2), { id, text, kind }];
    setTimeout(() => this.drop(id), 3500 + text.length * 45);
  }

  drop(id: number): void {
    this.list = this.list.filter((one) => one.id !== id);
  }

  /** Says what went wrong with a request, in the reader's language. */
  fail(error: unknown): void {
    this.show(errorText(error), 'bad');
  }
}

export function errorText(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return t().app.offline;
  // What a program got wrong is written for programmers; a reader is told that it went wrong.
  if (error instanceof ApiError && error.message) return [error.message, ...(error.code === 'bad_body' ? [] : error.faults)].join(' ');
  return t().app.failed;
}

export const toasts = new Toasts();

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show(t().app.copied, 'good');
  } catch {
    toasts.show(text); // no clipboard on plain http: at least it can be read
  }
}

/** Hands something to the browser as a file. */
export function saveFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
