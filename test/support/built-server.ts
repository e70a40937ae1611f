import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createSpace } from 'astro-slugline/space';
import { type Site, shellEnvironment } from './site.js';

/** A site that was built from the stand-in of the service, and is served by `@astrojs/node`. */
export interface BuiltServer {
	url: string;
	/** Id of the server's process. */
	pid(): number | undefined;
	/** What the build and the server have printed so far. */
	output(): string;
	/** Address of the stand-in, which serves the site's folder `space`. */
	service: string;
	/** Changes the folder of the space, and waits until the stand-in has read it. */
	saved(edit: () => Promise<unknown>): Promise<void>;
	/** Ends the server and starts it again, so that its memory is empty. */
	restart(env?: Record<string, string>): Promise<void>;
	/** Ends the stand-in, as if the service were down. */
	stopService(): Promise<void>;
	close(): Promise<void>;
}

/** Builds a site and serves it. The folder `space` of the site becomes the service. */
export async function serveBuilt(site: Site, previewToken: string): Promise<BuiltServer> {
	const space = createSpace(join(site.folder, 'space'));
	const { url: service, tokens } = await space.listen();
	// The build has the token, too, and must leave it out of what it writes.
	const api = {
		SLUGLINE_TOKEN: tokens.public,
		SLUGLINE_BASE_URL: service,
		SLUGLINE_PREVIEW_TOKEN: previewToken,
	};
	const built = await site.build(api);
	if (built.code !== 0) throw new Error(built.output);
	let url = '';
	let output = built.output;
	let child: ChildProcess | undefined;
	const start = async (env: Record<string, string> = {}) => {
		// A server that is started again keeps its address.
		const port = url ? new URL(url).port : '0';
		const given = { HOST: '127.0.0.1', PORT: port, SLUGLINE_PREVIEW_TOKEN: previewToken, ...env };
		child = spawn(process.execPath, [join(site.folder, 'dist/server/entry.mjs')], {
			cwd: site.folder,
			env: { ...shellEnvironment(), ...given },
		});
		let printed = '';
		url = await new Promise<string>((resolve, reject) => {
			for (const stream of [child?.stdout, child?.stderr])
				stream?.on('data', (part: Buffer) => {
					output += part.toString();
					printed += part.toString();
					const [, address] = /Server listening on (http:\/\/[\w.]+:\d+)/.exec(printed) ?? [];
					if (address) resolve(address);
				});
			child?.once('exit', () => reject(new Error(output)));
		});
	};
	const stop = async () => {
		if (!child || child.exitCode !== null) return;
		child.kill();
		await once(child, 'exit');
	};
	await start();
	return {
		url,
		service,
		pid: () => child?.pid,
		output: () => output,
		async saved(edit) {
			const { promise, resolve } = Promise.withResolvers<void>();
			const end = space.watch(() => resolve());
			await edit();
			await promise;
			end();
		},
		async restart(env) {
			await stop();
			await start(env);
		},
		stopService: () => space.close(),
		async close() {
			await stop();
			await space.close();
		},
	};
}
