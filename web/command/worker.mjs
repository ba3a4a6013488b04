// worker.mjs - a worker thread of the command: an instance of its own, which serves the first.
import { workerData } from "node:worker_threads";
import { Command } from "./command.mjs";

const { module, words, folder, shared } = workerData;
new Command(module, words, folder, shared).run();
