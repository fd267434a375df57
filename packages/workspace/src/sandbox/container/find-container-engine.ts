import { execFile } from "node:child_process";
import { systemProgram } from "../system-program.ts";

/** docker or podman, whichever really answers: a client without its daemon is of no use. */
export async function findContainerEngine(): Promise<string | undefined> {
  for (const name of ["podman", "docker"]) {
    const program = systemProgram(name);
    if (program !== undefined && (await answers(program))) return program;
  }
  return undefined;
}

async function answers(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, ["ps", "--quiet"], { timeout: 10_000 }, (error) => resolve(error === null));
  });
}
