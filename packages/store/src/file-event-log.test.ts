import { eventLogCases } from "@roo-code/testkit/event-log-cases";
import { tempFolder } from "../test/temp-folder.ts";
import { FileEventLog } from "./file-event-log.ts";

eventLogCases("FileEventLog", (clock) => new FileEventLog({ tasksFolder: tempFolder("tasks"), clock }));
