import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "../workspace.ts";
import { fastifyQuestions } from "./fastify-questions.ts";
import { pinoQuestions, postcssQuestions } from "./held-out-questions.ts";
import type { Question } from "./question.ts";
import { rooQuestions } from "./roo-questions.ts";
import { zodQuestions } from "./zod-questions.ts";

export interface Repository {
  readonly name: string;
  readonly folder: string;
  readonly questions: readonly Question[];
  /** Not used to tune the search. */
  readonly isHeldOut: boolean;
}

/** This repository, and packages that are installed anyway. */
export function repositories(): readonly Repository[] {
  const fastify = packageFolder("fastify", join(root, "packages", "server"));
  const vite = packageFolder("vite", packageFolder("vitest", root));
  const zod = join(packageFolder("zod", join(root, "packages", "types")), "src");
  return [
    { name: "this repository", folder: root, questions: rooQuestions, isHeldOut: false },
    { name: "fastify", folder: fastify, questions: fastifyQuestions, isHeldOut: false },
    { name: "zod", folder: zod, questions: zodQuestions, isHeldOut: false },
    { name: "pino", folder: packageFolder("pino", fastify), questions: pinoQuestions, isHeldOut: true },
    { name: "postcss", folder: packageFolder("postcss", vite), questions: postcssQuestions, isHeldOut: true },
  ];
}

/** The folder of a dependency of a package. */
function packageFolder(name: string, dependent: string): string {
  return dirname(createRequire(join(dependent, "package.json")).resolve(`${name}/package.json`));
}
