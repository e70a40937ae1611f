import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { nodeArguments, pathOf } from '../processes/run.js';
import type { Counters, ServerOrder } from './server.js';

/** The token that the service takes. */
export const token = 'bench';

/** A running service. */
export interface Service {
	url: string;
	change(count: number): Promise<void>;
	renameFolder(): Promise<void>;
	/** What was asked since the last call. */
	counters(): Promise<Counters>;
	/** Slug and title of every story in every language, separated by a tab. */
	entries(): Promise<string[]>;
	stop(): Promise<void>;
}

/** Starts a service in a process of its own, so that its work does not count as that of its client. */
export async function startService(order: ServerOrder): Promise<Service> {
	const server = spawn(
		process.execPath,
		[...nodeArguments, pathOf('../service/server.ts'), JSON.stringify(order)],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const exited = once(server, 'exit');
	const [line] = await Promise.race([
		once(server.stdout, 'data'),
		exited.then(() => Promise.reject(new Error('The service of the bench ended before it had begun.'))),
	]);
	const url = String(line).trim();
	const control = async (path: string) => (await fetch(`${url}/control/${path}`)).text();
	return {
		url,
		async change(count) {
			await control(`change?count=${count}`);
		},
		async renameFolder() {
			await control('rename');
		},
		counters: async () => JSON.parse(await control('counters')) as Counters,
		entries: async () => (await control('entries')).split('\n'),
		async stop() {
			server.kill();
			await exited;
		},
	};
}
