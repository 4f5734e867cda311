/** Unpacks one file in a worker of its own, so that several are unpacked at once. */

import { unpack } from './lzma';

self.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  const whole = unpack(data);
  self.postMessage(whole, { transfer: [whole.buffer] });
};
