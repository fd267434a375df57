// Loaded when a key is first needed: it pulls in cryptography and child processes.
export { openSecretStore } from "@roo-code/store";
