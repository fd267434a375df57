import { searchHistory } from "../src/history/search-history.ts";
import { realClock } from "./real-clock.ts";

// Arguments: the folder of the tasks, the cache folder, the query.
const [tasksFolder = "", cacheFolder = "", text = ""] = process.argv.slice(2);
const found = await searchHistory({ tasksFolder, cacheFolder, clock: realClock }, { text, limit: 20, from: "/" });
process.stdout.write(JSON.stringify(found));
