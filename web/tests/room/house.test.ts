import { expect, test } from "vitest";
import { houseLink, readHouses, withHouse } from "../../src/room/house.ts";

const grandma = { name: "外婆家打法", code: "ZZ-4J5RM" };

test("rules are saved under a name, the newest first, a name once", () => {
  const houses = withHouse([grandma], " 楼下 ", "ZZ-000");
  expect(houses).toEqual([{ name: "楼下", code: "ZZ-000" }, grandma]);
  expect(withHouse(houses, "外婆家打法", "ZZ-A1B").map((one) => one.name)).toEqual([
    "外婆家打法",
    "楼下",
  ]);
});

test("nothing is saved without a name", () => {
  expect(withHouse([grandma], "  ", "ZZ-000")).toEqual([grandma]);
});

test("what is kept is read back, and nonsense is not", () => {
  expect(readHouses(JSON.stringify([grandma, 3, null, { name: 1 }]))).toEqual([grandma]);
  expect(readHouses("{")).toEqual([]);
  expect(readHouses(null)).toEqual([]);
  expect(readHouses('"text"')).toEqual([]);
});

test("a link holds the code and the name", () => {
  const link = new URL(houseLink("https://x.test", "zhangzhou", grandma.code, grandma.name));
  expect(link.pathname).toBe("/new/zhangzhou");
  expect(link.searchParams.get("rules")).toBe("ZZ-4J5RM");
  expect(link.searchParams.get("name")).toBe("外婆家打法");
  expect(houseLink("https://x.test", "anhua", "AH-000", "")).toBe(
    "https://x.test/new/anhua?rules=AH-000",
  );
});
