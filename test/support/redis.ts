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
}

/**
 * Starts Debian's `redis-server` at a free port, with nothing written to disk. Installs it first, where it is missing and
 * this user may.
 *
 * @throws {Error} if the program is not there; the message names the package
 */
export async function startRedis(): Promise<Redis> {
	ensureProgram();
	const port = await freePort();
	const dir = await mkdtemp(join(tmpdir(), 'slugline-redis-'));
	const server = spawn(
		'redis-server',
		['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir],
		{ stdio: 'ignore' },
	);
	const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
	await answering(port, server);
	return {
		url: `redis://127.0.0.1:${port}`,
		port,
		async stop() {
			server.kill('SIGTERM');
			await ended;
			await rm(dir, { recursive: true, force: true });
		},
	};
}

function ensureProgram(): void {
	const isThere = () => spawnSync('redis-server', ['--version']).status === 0;
	if (isThere()) return;
	spawnSync('apt-get', ['update'], { stdio: 'ignore' });
	spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], {
		stdio: 'ignore',
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	});
	if (isThere()) return;
	throw new Error(
		'This test needs a real Redis: there is no program redis-server here, and it could not be installed. Run `apt-get install -y redis-server` as root.',
	);
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
