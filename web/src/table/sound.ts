/** Sounds made by the page itself, and a voice where the browser has one. */
export type Noise = "draw" | "discard" | "claim" | "win" | "turn" | "error";

interface Note {
  /** Hertz; noise when absent. */
  pitch?: number;
  at: number;
  ms: number;
  gain: number;
  shape?: OscillatorType;
}

const NOISES: Record<Noise, Note[]> = {
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

/** Make a noise, as loud as the player wants it. */
export function play(noise: Noise, volume: number): void {
  const out = volume > 0 ? audio() : null;
  if (!out) return;
  for (const note of NOISES[noise]) sound(out, note, volume);
}

function sound(out: AudioContext, note: Note, volume: number): void {
  const start = out.currentTime + note.at / 1000;
  const end = start + note.ms / 1000;
  const gain = out.createGain();
  gain.gain.setValueAtTime(note.gain * volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  gain.connect(out.destination);
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

/** Say a word aloud. */
export function speak(word: string, lang: string, volume: number): void {
  if (typeof speechSynthesis === "undefined" || !word) return;
  const said = new SpeechSynthesisUtterance(word);
  said.lang = lang === "zh" ? "zh-CN" : "en-GB";
  said.volume = volume;
  said.rate = 1.1;
  speechSynthesis.speak(said);
}
