// Loaded on first use: it pulls in cryptography and child processes.
export { openSecretStore } from "@roo-code/store";
