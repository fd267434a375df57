import { type Bus, openBus } from "@roo-code/store/bus";
import { type Database, openDatabase } from "@roo-code/store/database";

export interface EvalServices extends AsyncDisposable {
  readonly database: Database;
  readonly bus: Bus;
  readonly home: string;
}

/** Opens `DATABASE_URL` and `REDIS_URL`. Throws `RooError` when one cannot be reached. */
export async function openEvalServices(options: {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
}): Promise<EvalServices> {
  const { home, environment } = options;
  const bus = await openBus({ url: environment["REDIS_URL"] });
  try {
    const database = await openDatabase({ home, url: environment["DATABASE_URL"] || undefined });
    const close = async () => {
      await bus.close();
      await database.close();
    };
    return { database, bus, home, [Symbol.asyncDispose]: close };
  } catch (error) {
    await bus.close();
    throw error;
  }
}
