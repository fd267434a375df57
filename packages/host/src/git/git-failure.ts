import { RooError } from "@roo-code/types";

export function gitNotFound(): RooError {
  return new RooError({
    code: "git_not_found",
    message: "There is no git program on the PATH, or one older than 2.31.",
    next: "Install git.",
  });
}

export function gitFailed(command: string, said = ""): RooError {
  const reason = said.trim().slice(0, 2000);
  return new RooError({
    code: "git_failed",
    message: reason ? `git ${command} said: ${reason}` : `git ${command} failed.`,
  });
}
