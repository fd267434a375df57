#!/usr/bin/env node
import { version } from "./version.ts";

process.stdout.write(`${version}\n`);
