/** Who sits at this browser: a guest made without a question, renamed when he likes. */
import type { Profile } from "$frames";
import { api } from "./api.ts";
import type { Arrived, RoomCard } from "./answers.ts";
import { lang } from "../i18n/index.svelte.ts";
import { kept } from "../settings/settings.svelte.ts";

const TOKEN = "quexiang.token";

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
  /** The name that a guest is offered, and gets unless he takes another. */
  offered = $state("");

  /** Ask the server who this is. */
  async look(): Promise<void> {
    const { person, rooms } = await api.me();
    this.me = person;
    this.rooms = rooms;
    this.known = true;
    if (!person) kept.set(TOKEN, "");
  }

  /** What proves who this is to a server that gets no cookie; empty if only the cookie knows. */
  get token(): string {
    return kept.get(TOKEN) ?? "";
  }

  /** Be somebody: who has no name yet becomes a guest with a suggested one. */
  async be(name = ""): Promise<Profile> {
    if (!this.known) await this.look();
    return this.me ?? this.arrive(await api.guest(name || this.suggested));
  }

  /** The suggested name, the same wherever it is shown. */
  get suggested(): string {
    return this.offered || (this.offered = suggestion());
  }

  /** Be an account from now on: a new one that keeps everything of the guest, or one's own. */
  async enter(login: string, password: string, isNew: boolean): Promise<void> {
    if (isNew) await this.be();
    this.arrive(await (isNew ? api.account(login, password) : api.login(login, password)));
    await this.look();
  }

  /** Log out here. */
  async leave(): Promise<void> {
    await api.logout();
    this.me = null;
    await this.look();
  }

  private arrive({ person, token }: Arrived): Profile {
    kept.set(TOKEN, token);
    this.me = person;
    return person;
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
