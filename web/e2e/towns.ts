/** The towns that the server has, plug-ins too. */
import type { Lesson } from "../src/app/answers.ts";
import { python } from "./harness.ts";

export const TOWNS = JSON.parse(python("towns.py")) as { key: string; lessons: Lesson[] }[];
