import { afterEach, expect, test, vi } from "vitest";
import { refusal, socketAddress } from "../../src/app/api.ts";

const answer = (status: number, body: string, retry?: string) =>
  new Response(body, { status, headers: retry ? { "Retry-After": retry } : {} });

afterEach(() => void vi.unstubAllGlobals());

test("a refusal says how long to wait", async () => {
  const said = JSON.stringify({ code: "busy", zh: "现在太忙了", en: "Busy" });

  const no = await refusal(answer(503, said, "2"));

  expect([no.code, no.zh, no.en]).toEqual(["busy", "现在太忙了（2 秒后）", "Busy (in 2 s)"]);
});

test("who refuses without words gets plain ones", async () => {
  expect((await refusal(answer(429, "slow down", "30"))).zh).toBe(
    "太快了，歇一会儿再来（30 秒后）",
  );
  expect((await refusal(answer(503, "<html>"))).en).toMatch(/busy/);
  expect((await refusal(answer(500, ""))).en).toMatch(/wrong/);
});

test.each([
  ["http://a.example", "", "ws://a.example/api/rooms/k/socket"],
  ["https://a.example", "", "wss://a.example/api/rooms/k/socket"],
  ["http://a.example", "http://b:8001", "ws://b:8001/api/rooms/k/socket"],
  ["http://a.example", "wss://b.example/", "wss://b.example/api/rooms/k/socket"],
  ["http://a.example", "10.0.0.2:8001", "ws://10.0.0.2:8001/api/rooms/k/socket"],
  ["https://a.example", "http://b.example", "wss://b.example/api/rooms/k/socket"],
])("on a page of %s a room at '%s' is reached by %s", (origin, at, address) => {
  vi.stubGlobal("location", new URL(origin));

  expect(socketAddress("k", at)).toBe(address);
});
