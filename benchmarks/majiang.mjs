// Whole hands of `@kobalab/majiang-core` with random legal players, for bench.py:
//
//     echo SECONDS | node benchmarks/majiang.mjs PACKAGE
//
// PACKAGE is the folder in which npm has installed it. For each line that comes it plays so long and prints rounds a second and
// microseconds for a decision, by processor time.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const Majiang = createRequire(import.meta.url)(process.argv[2]);
const SIDES = ["", "+", "=", "-"];
let decisions = 0;
let rounds = 0;

class Chance extends Majiang.Player {
  _choose(replies) {
    if (replies.length > 1) decisions += 1;
    this._callback(replies[Math.floor(Math.random() * replies.length)]);
  }

  action_zimo(drawn, afterKong) {
    if (drawn.l !== this._menfeng) return this._callback();
    const hand = this.shoupai;
    const replies = this.get_gang_mianzi(hand).map((gang) => ({ gang }));
    if (this.allow_hule(hand, null, afterKong)) replies.push({ hule: "-" });
    if (this.allow_pingju(hand)) replies.push({ daopai: "-" });
    for (const dapai of this.allow_lizhi(hand) || []) replies.push({ dapai: `${dapai}*` });
    this._choose(replies.concat(this._discards()));
  }

  action_dapai(thrown) {
    if (thrown.l === this._menfeng) return this._callback();
    const tile = thrown.p.slice(0, 2) + SIDES[(4 + thrown.l - this._menfeng) % 4];
    const replies = [...this.get_gang_mianzi(this.shoupai, tile), ...this.get_peng_mianzi(this.shoupai, tile), ...this.get_chi_mianzi(this.shoupai, tile)];
    this._choose([{}, ...replies.map((fulou) => ({ fulou })), ...this._wins(tile)]);
  }

  action_fulou(claimed) {
    if (claimed.l !== this._menfeng || /\d{4}|\d.*\d.*\d.*\d/.test(claimed.m)) return this._callback();
    this._choose(this._discards());
  }

  action_gang(kong) {
    if (kong.l === this._menfeng || /^[mpsz]\d{4}$/.test(kong.m)) return this._callback();
    this._choose([{}, ...this._wins(kong.m[0] + kong.m.slice(-1) + SIDES[(4 + kong.l - this._menfeng) % 4])]);
  }

  action_kaiju() { this._callback(); }
  action_qipai() { rounds += this._id === 0; this._callback(); }
  action_hule() { this._callback(); }
  action_pingju() { this._callback(); }
  action_jieju() { this._callback(); }

  _discards() { return (this.get_dapai(this.shoupai) || []).map((dapai) => ({ dapai })); }
  _wins(tile) { return this.allow_hule(this.shoupai, tile) ? [{ hule: "-" }] : []; }
}

const play = () => new Majiang.Game([0, 1, 2, 3].map(() => new Chance())).do_sync();
const spent = (since) => Object.values(process.cpuUsage(since)).reduce((user, system) => user + system) / 1e6;

play();
for await (const seconds of createInterface({ input: process.stdin })) {
  rounds = decisions = 0;
  const start = process.cpuUsage();
  while (spent(start) < Number(seconds)) play();
  console.log(JSON.stringify({ rounds: rounds / spent(start), microseconds: (spent(start) / decisions) * 1e6 }));
}
