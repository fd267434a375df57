import { Pool, type PoolClient } from "pg";

/**
 * A pool that gets a connection back when that is lost, whoever had it: who begins a transaction just then never gives
 * it back, and soon there would be none left.
 */
export class GuardedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Parameters<Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<Pool["connect"]>[0]): Promise<PoolClient> | void {
    return callback ? super.connect(callback) : super.connect().then(guarded);
  }
}

function guarded(client: PoolClient): PoolClient {
  const release = client.release.bind(client);
  let isReleased = false;
  const lost = () => client.release(true);
  client.release = (reason) => {
    if (isReleased) return;
    isReleased = true;
    client.off("end", lost);
    release(reason);
  };
  client.once("end", lost);
  return client;
}
