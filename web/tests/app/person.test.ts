import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../src/app/api.ts";
import { person } from "../../src/app/person.svelte.ts";

afterEach(() => vi.restoreAllMocks());

test("a guest gets the very name that was suggested", async () => {
  vi.spyOn(api, "me").mockResolvedValue({ person: null, rooms: [] });
  const guest = vi
    .spyOn(api, "guest")
    .mockImplementation((name) => Promise.resolve({ person: { id: "p", name }, token: "" }));
  const shown = person.suggested;

  const me = await person.be();

  expect(me.name).toBe(shown);
  expect(guest).toHaveBeenCalledExactlyOnceWith(shown);
});
