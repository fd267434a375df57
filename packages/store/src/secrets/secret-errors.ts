import { RooError } from "@roo-code/types";
import { shownKey } from "../settings/settings-notices.ts";

export function secretDamaged(name: string): RooError {
  return new RooError({
    code: "secret_damaged",
    message: `The stored secret ${shownKey(name)} is damaged and cannot be read.`,
    next: "Enter it again; other secrets are not affected.",
  });
}

/** Without the cause: a keychain's error may quote the value. */
export function keychainFailed(what: string): RooError {
  return new RooError({
    code: "keychain_failed",
    message: `The system's keychain could not ${what}.`,
    next: "Unlock the keychain and try again.",
  });
}
