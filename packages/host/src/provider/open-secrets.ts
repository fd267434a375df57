// Loaded when a key is first asked for: it brings cryptography and child processes along.
export { openSecretStore } from "@roo-code/store";
