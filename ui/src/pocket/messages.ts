/** What page and worker say to each other. */

export type ToWorker =
  | { t: 'start'; helper?: true }
  | { t: 'fetch'; id: number; method: string; path: string; headers: Record<string, string>; body: string }
  | { t: 'abort'; id: number }
  | { t: 'open'; id: number; headers: Record<string, string> }
  | { t: 'send'; id: number; text: string }
  | { t: 'close'; id: number };

/** Why there is no server here: it cannot start, another tab has it, its download did not come or not whole, the games cannot be read, it has died. */
export type Reason = 'storage' | 'elsewhere' | 'offline' | 'download' | 'damaged' | 'stopped';

export type FromWorker =
  | { t: 'progress'; done: number; total: number }
  | { t: 'ready'; kept: boolean }
  | { t: 'settled' }
  | { t: 'full' }
  | { t: 'failed'; reason: Reason; text: string }
  | { t: 'reply'; id: number; status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }
  | { t: 'socket'; id: number; kind: 'open' | 'message' | 'close'; what: string | number };
