import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A real Redis on 127.0.0.1. */
export interface Redis {
	url: string;
	port: number;
	stop(): Promise<void>;
	/** Stops it and starts it again at the same port, without its data. */
	restart(): Promise<void>;
	/** Stops it until `up` starts it again at the same port, without its data. */
	down(): Promise<void>;
	up(): Promise<void>;
	/** Stops it from answering until `thaw`. */
	freeze(): void;
	thaw(): void;
}

/**
 * Starts a `redis-server` at a free port, with nothing written to disk: the one that SLUGLINE_REDIS names, else the one on
 * the PATH.
 *
 * @throws {Error} if there is none
 */
export async function startRedis(): Promise<Redis> {
	const program = process.env['SLUGLINE_REDIS'] ?? 'redis-server';
	if (spawnSync(program, ['--version']).status !== 0) {
		throw new Error(
			`This test needs a real Redis, and \`${program}\` cannot be run. Install Redis, or name its server in SLUGLINE_REDIS.`,
		);
	}
	const port = await freePort();
	const dir = await mkdtemp(join(tmpdir(), 'slugline-redis-'));
	const start = async () => {
		const server = spawn(
			program,
			['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir],
			{ stdio: 'ignore' },
		);
		const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
		await answering(port, server);
		return { server, ended };
	};
	let running = await start();
	const end = async () => {
		running.server.kill('SIGCONT');
		running.server.kill('SIGTERM');
		await running.ended;
	};
	return {
		url: `redis://127.0.0.1:${port}`,
		port,
		async restart() {
			await end();
			running = await start();
		},
		down: end,
		async up() {
			running = await start();
		},
		freeze: () => void running.server.kill('SIGSTOP'),
		thaw: () => void running.server.kill('SIGCONT'),
		async stop() {
			await end();
			await rm(dir, { recursive: true, force: true });
		},
	};
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
	return address.port;
}

async function answering(port: number, server: ChildProcess): Promise<void> {
	for (let attempt = 0; attempt < 200; attempt += 1) {
		if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}.`);
		const open = await new Promise<boolean>((resolve) => {
			const socket = createConnection(port, '127.0.0.1');
			socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
			socket.once('connect', () => socket.destroy());
		});
		if (open) return;
		await pause(25);
	}
	throw new Error('redis-server does not answer.');
}
