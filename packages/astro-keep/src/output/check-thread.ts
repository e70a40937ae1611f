import { parentPort, workerData } from 'node:worker_threads';
import { isAsRecorded } from './list-output.js';
import { readRecord } from './output-record.js';

// The entry of the thread that `checkOutput` starts.
const { folder, file }: { folder: string; file: string } = workerData;
const record = readRecord(new URL(file));
parentPort?.postMessage(record?.pages !== undefined && isAsRecorded(folder, record));
