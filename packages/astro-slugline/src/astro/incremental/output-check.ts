import { parentPort, workerData } from 'node:worker_threads';
import { isAsRecorded, readRecord } from './output-record.js';

// What a thread runs: see `checkOutput`.
const { folder, file }: { folder: string; file: string } = workerData;
parentPort?.postMessage(isAsRecorded(folder, await readRecord(new URL(file))));
