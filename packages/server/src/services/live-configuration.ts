import type { Host, Inventory } from "@roo-code/host";

/** What applies in a folder, as its files are now: read anew within a second of a change. */
export class LiveConfiguration {
  #newest: Inventory;
  #stop: () => void = () => {};

  private constructor(first: Inventory) {
    this.#newest = first;
  }

  static async follow(host: Host, folder: string): Promise<LiveConfiguration> {
    const live = new LiveConfiguration(await host.inventory(await host.configure(folder)));
    live.#stop = await host.follow(folder, (configuration) => {
      void host.inventory(configuration).then((inventory) => {
        live.#newest = inventory;
      });
    });
    return live;
  }

  get newest(): Inventory {
    return this.#newest;
  }

  stop(): void {
    this.#stop();
  }
}
