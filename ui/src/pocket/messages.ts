/** What page and worker say to each other. */

export type ToWorker =
  | { t: 'size' }
  | { t: 'start' }
  | { t: 'fetch'; id: number; method: string; path: string; headers: Record<string, string>; body: string }
  | { t: 'open'; id: number; headers: Record<string, string> }
  | { t: 'send'; id: number; text: string }
  | { t: 'close'; id: number }
  | { t: 'save'; id: number }
  | { t: 'restore'; id: number; file: ArrayBuffer };

export type FromWorker =
  | { t: 'size'; total: number; left: number }
  | { t: 'progress'; done: number; total: number }
  | { t: 'ready'; kept: boolean }
  | { t: 'failed'; reason: 'storage' | 'elsewhere' | 'offline' | 'damaged'; text: string }
  | { t: 'reply'; id: number; status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }
  | { t: 'socket'; id: number; kind: 'open' | 'message' | 'close'; what: string | number };
