/** Hands events from those who emit them to those who listen. */
export function createBus() {
  const listeners = new Map();
  return {
    on(name, listener) {
      if (!listeners.has(name)) listeners.set(name, []);
      listeners.get(name).push(listener);
    },
    off(name, listener) {
      const list = listeners.get(name) ?? [];
      const index = list.indexOf(listener);
      if (index >= 0) list.splice(index, 1);
    },
    removeAll(name) {
      listeners.delete(name);
    },
    emit(name, payload) {
      for (const listener of [...(listeners.get(name) ?? [])]) listener(payload);
    },
  };
}
