/** Sounds made on the spot: wood on wood, a breath, a creak. No files, nothing that takes over the phone's player. */

import { settings } from './settings.svelte';

export type Sound = 'move' | 'take' | 'crown' | 'open' | 'close' | 'fall' | 'huff' | 'tick' | 'refuse' | 'win' | 'lose' | 'notice' | 'low';

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Browsers let sound begin only after a real tap or key. */
export function unlockSound(): void {
  const begin = () => {
    context ??= new AudioContext();
    void context.resume();
  };
  for (const kind of ['pointerup', 'keydown']) addEventListener(kind, begin, { once: true, capture: true });
}

export function soundBlocked(): boolean {
  return settings.sound && context?.state !== 'running';
}

function noiseBuffer(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  return noise;
}

/** Loud at once, then dying away. */
function envelope(audio: AudioContext, at: number, peak: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(peak * settings.volume, 0.0002), at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio: AudioContext, from: number, to: number, seconds: number, peak: number, delay = 0, type: OscillatorType = 'sine'): void {
  const at = audio.currentTime + delay;
  const oscillator = audio.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + seconds);
  oscillator.connect(envelope(audio, at, peak, seconds));
  oscillator.start(at);
  oscillator.stop(at + seconds);
}

function hiss(audio: AudioContext, frequency: number, sharpness: number, seconds: number, peak: number, delay = 0, glide = frequency): void {
  const at = audio.currentTime + delay;
  const source = audio.createBufferSource();
  source.buffer = noiseBuffer(audio);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(frequency, at);
  filter.frequency.exponentialRampToValueAtTime(glide, at + seconds);
  filter.Q.value = sharpness;
  source.connect(filter).connect(envelope(audio, at, peak, seconds));
  source.start(at, Math.random() * 0.4, seconds);
}

const knock = (audio: AudioContext, pitch: number, peak: number, delay = 0) => {
  hiss(audio, pitch * 4.2, 2.2, 0.05, peak, delay);
  tone(audio, pitch, pitch * 0.72, 0.09, peak * 0.9, delay, 'triangle');
};

const RECIPES: Record<Sound, (audio: AudioContext) => void> = {
  move: (audio) => knock(audio, 240, 0.5),
  take: (audio) => {
    knock(audio, 190, 0.6);
    knock(audio, 320, 0.35, 0.06);
  },
  crown: (audio) => {
    knock(audio, 240, 0.4);
    [523, 659, 784].forEach((pitch, i) => tone(audio, pitch, pitch, 0.35, 0.18, 0.08 * i, 'triangle'));
  },
  open: (audio) => hiss(audio, 300, 9, 0.22, 0.5, 0, 900),
  close: (audio) => {
    hiss(audio, 900, 9, 0.12, 0.4, 0, 350);
    knock(audio, 150, 0.5, 0.12);
  },
  fall: (audio) => {
    tone(audio, 500, 70, 0.42, 0.3);
    knock(audio, 90, 0.5, 0.44);
  },
  huff: (audio) => hiss(audio, 2200, 0.7, 0.5, 0.7, 0, 500),
  tick: (audio) => hiss(audio, 2600, 6, 0.02, 0.35),
  refuse: (audio) => {
    knock(audio, 120, 0.45);
    knock(audio, 105, 0.4, 0.1);
  },
  win: (audio) => [392, 523, 659, 784].forEach((pitch, i) => tone(audio, pitch, pitch, 0.5, 0.2, 0.11 * i, 'triangle')),
  lose: (audio) => [440, 370, 294].forEach((pitch, i) => tone(audio, pitch, pitch * 0.98, 0.5, 0.18, 0.14 * i, 'triangle')),
  notice: (audio) => [660, 880].forEach((pitch, i) => tone(audio, pitch, pitch, 0.22, 0.16, 0.1 * i)),
  low: (audio) => tone(audio, 900, 900, 0.08, 0.14, 0, 'square'),
};

/** The first sound takes the browser as long as drawing a move: what is said about that move goes before it. */
const FIRST_LATER_MS = 60;
let played = false;

export function play(sound: Sound): void {
  if (!settings.sound || context?.state !== 'running') return;
  const audio = context;
  if (played) return RECIPES[sound](audio);
  played = true;
  setTimeout(() => RECIPES[sound](audio), FIRST_LATER_MS);
}
