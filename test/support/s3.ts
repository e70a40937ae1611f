import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readTree } from './read-tree.js';

interface Server {
	run(): Promise<{ port: number }>;
	close(): Promise<void>;
}

// The package has no types.
const S3rver: new (options: Record<string, unknown>) => Server = createRequire(import.meta.url)(
	'@20minutes/s3rver',
);

/** Starts a storage with the interface of S3 on this machine, with one bucket, which it keeps in a folder. */
export async function startBucket(directory: string) {
	const name = 'site';
	const options = { directory, address: '127.0.0.1', port: 0, silent: true };
	const server = new S3rver({ ...options, configureBuckets: [{ name }] });
	const { port } = await server.run();
	const filesOf = async (kind: string) => {
		const files = Object.entries(await readTree(join(directory, name)));
		const ends = `._S3rver_${kind}`;
		return files.flatMap(([path, text]) =>
			path.endsWith(ends) ? [[path.slice(0, -ends.length), text]] : [],
		);
	};
	return {
		url: `http://127.0.0.1:${port}/${name}`,
		/** What a client signs with. */
		keys: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
		/** Every object by its key, as text. */
		objects: async () => Object.fromEntries(await filesOf('object')),
		/** The content type of an object. */
		typeOf: async (key: string): Promise<unknown> =>
			JSON.parse(Object.fromEntries(await filesOf('metadata.json'))[key] ?? '{}')['content-type'],
		close: () => server.close(),
	};
}
