import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { parse } from "node:path";

/** What is said first of a task that works in the home folder or on the whole disk. Never throws. */
export function wideWorkspace(folder: string, { HOME: home }: NodeJS.ProcessEnv): { code: string; message: string }[] {
  const isDisk = folder === parse(folder).root;
  if (!isDisk && folder !== realHome(home)) return [];
  const what = isDisk ? "the whole disk" : "your home folder";
  return [
    {
      code: "wide_workspace",
      message: `The task works in ${what}: it may read and change everything there that is yours, except keys and passwords, about which you are asked. Start it in the folder of a project instead.`,
    },
  ];
}

function realHome(home: string | undefined): string | undefined {
  try {
    return realpathSync(home || homedir());
  } catch {
    return undefined;
  }
}
