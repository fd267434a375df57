import type { Clock, SecretStore } from "@roo-code/types";

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

export function memorySecrets(): SecretStore {
  const values = new Map<string, string>();
  return {
    kind: "memory",
    get: async (name) => values.get(name),
    set: async (name, value) => void values.set(name, value),
    delete: async (name) => void values.delete(name),
    names: async () => [...values.keys()],
  };
}
