/** Sounds made by the page itself, and a voice where the browser has one. */
import { settings } from "../settings/settings.svelte.ts";
import type { Place } from "./places.ts";

export type Noise = "draw" | "discard" | "claim" | "win";
export type Cue = "turn" | "tick" | "error";

interface Note {
  /** Hertz; noise when absent. */
  pitch?: number;
  at: number;
  ms: number;
  gain: number;
  shape?: OscillatorType;
}

const NOISES: Record<Noise | Cue, Note[]> = {
  tick: [{ pitch: 880, at: 0, ms: 30, gain: 0.2, shape: "sine" }],
  draw: [{ at: 0, ms: 40, gain: 0.15 }],
  discard: [
    { at: 0, ms: 60, gain: 0.5 },
    { pitch: 190, at: 0, ms: 90, gain: 0.5, shape: "triangle" },
  ],
  claim: [
    { at: 0, ms: 50, gain: 0.5 },
    { at: 70, ms: 60, gain: 0.5 },
  ],
  turn: [
    { pitch: 262, at: 0, ms: 90, gain: 0.3, shape: "sine" },
    { pitch: 330, at: 90, ms: 110, gain: 0.3, shape: "sine" },
  ],
  win: [
    { pitch: 392, at: 0, ms: 200, gain: 0.35, shape: "triangle" },
    { pitch: 494, at: 180, ms: 200, gain: 0.35, shape: "triangle" },
    { pitch: 587, at: 360, ms: 340, gain: 0.4, shape: "triangle" },
  ],
  error: [{ pitch: 120, at: 0, ms: 120, gain: 0.4, shape: "sine" }],
};

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  return context;
}

/** How far to the side a place is heard. */
const PAN: Record<Place, number> = { me: 0, top: 0, left: -0.5, right: 0.5 };

/** The noise of tiles, from the side where they are. */
export const knock = (noise: Noise, place: Place): void =>
  sounds(NOISES[noise], settings.volume, PAN[place]);

/** A sign for the player himself. */
export const cue = (one: Cue): void => sounds(NOISES[one], settings.cues, 0);

function sounds(notes: readonly Note[], volume: number, pan: number): void {
  const out = volume > 0 && !settings.muted ? audio() : null;
  if (!out) return;
  const side = out.createStereoPanner();
  side.pan.value = pan;
  side.connect(out.destination);
  for (const note of notes) sound(out, note, volume, side);
}

function sound(out: AudioContext, note: Note, volume: number, to: AudioNode): void {
  const start = out.currentTime + note.at / 1000;
  const end = start + note.ms / 1000;
  const gain = out.createGain();
  gain.gain.setValueAtTime(note.gain * volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  gain.connect(to);
  const source =
    note.pitch === undefined ? rustle(out) : tone(out, note.pitch, note.shape ?? "sine");
  source.connect(gain);
  source.start(start);
  source.stop(end);
}

function tone(out: AudioContext, pitch: number, shape: OscillatorType): OscillatorNode {
  const oscillator = out.createOscillator();
  oscillator.type = shape;
  oscillator.frequency.value = pitch;
  return oscillator;
}

function rustle(out: AudioContext): AudioBufferSourceNode {
  const buffer = out.createBuffer(1, out.sampleRate / 10, out.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  const source = out.createBufferSource();
  source.buffer = buffer;
  return source;
}

/** Voices differ by the side of the table: in pitch, and where the browser has several, in person. */
const PITCH: Record<Place, number> = { me: 1, right: 1.15, top: 0.9, left: 0.8 };
const SIDES = Object.keys(PITCH);

/** Say a word aloud, in the voice of a side of the table. */
export function speak(word: string, lang: string, place: Place): void {
  if (typeof speechSynthesis === "undefined" || !word || settings.muted || !settings.voice) return;
  const said = new SpeechSynthesisUtterance(word);
  said.lang = lang === "zh" ? "zh-CN" : "en-GB";
  const voices = speechSynthesis.getVoices().filter((one) => one.lang.startsWith(lang));
  said.voice = voices[SIDES.indexOf(place) % Math.max(1, voices.length)] ?? null;
  said.volume = settings.voice;
  said.pitch = PITCH[place];
  said.rate = 1.1;
  speechSynthesis.speak(said);
}
