/** Who sits at this browser: a guest made without a question, renamed when he likes. */
import type { Profile } from "$frames";
import { api } from "./api.ts";
import type { RoomCard } from "./answers.ts";
import { lang } from "../i18n/index.svelte.ts";

const ZH = ["阿梅", "老周", "小北", "唐叔", "竹青", "阿海", "秋菊", "南风", "石头", "桂香"];
const EN = [
  "Mei",
  "Zhou",
  "Bei",
  "Tang",
  "Bamboo",
  "Hai",
  "Autumn",
  "Southwind",
  "Stone",
  "Cassia",
];

class Person {
  me: Profile | null = $state(null);
  rooms: RoomCard[] = $state([]);
  known = $state(false);

  /** Ask the server who this is. */
  async look(): Promise<void> {
    const { person, rooms } = await api.me();
    this.me = person;
    this.rooms = rooms;
    this.known = true;
  }

  /** Be somebody: who has no name yet becomes a guest with a suggested one. */
  async be(name = ""): Promise<Profile> {
    if (!this.known) await this.look();
    if (!this.me) this.me = (await api.guest(name || suggestion())).person;
    return this.me;
  }

  /** Take another name. */
  async rename(name: string): Promise<void> {
    await this.be(name);
    if (this.me && this.me.name !== name) {
      await api.rename(name);
      this.me = { ...this.me, name };
    }
  }
}

/** A friendly name to begin with. */
export function suggestion(random: () => number = Math.random): string {
  const names = lang() === "zh" ? ZH : EN;
  return names[Math.floor(random() * names.length)] ?? "";
}

export const person = new Person();
