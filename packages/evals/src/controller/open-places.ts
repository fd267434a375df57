import { type Bus, openBus } from "@roo-code/store/bus";
import { type Database, openDatabase } from "@roo-code/store/database";

export interface EvalPlaces extends AsyncDisposable {
  readonly database: Database;
  readonly bus: Bus;
  readonly home: string;
}

/** Where runs are kept and told of: as `DATABASE_URL` and `REDIS_URL` say. Throws `RooError` where one cannot be reached. */
export async function openEvalPlaces(options: {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
}): Promise<EvalPlaces> {
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
