import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { AstroError } from 'astro/errors';
import { createFinder, type Finder } from './find-in-file.js';
import type { Secret } from './secrets.js';

/** A file of the output: its size and change time, and a digest of its content. */
export type OutputFile = [stamp: string, digest: string];

/** The files of an output, by their paths below the folder that visitors get. Those of a server have absolute paths. */
export interface Output {
	/** Names the content that visitors get. */
	id: string;
	files: ReadonlyMap<string, OutputFile>;
}

/** An output without secrets. */
export interface SearchedOutput extends Pick<Output, 'files'> {
	/** That of the last finished build; undefined if nothing is known of one. */
	former: Output | undefined;
	/** Records that the build has finished. */
	finish(id: string): void;
}

/** Searches the output of a build for secrets, which would be open to everyone who can read it. */
export interface TokenSearch {
	/** Adds the secrets of a space. */
	add(secrets: () => Promise<readonly Secret[]>): void;
	/**
	 * Searches a page, before it is cached.
	 *
	 * @throws {AstroError} naming the secret and the page, never the value
	 */
	searchPage(page: Uint8Array, url: string): Promise<void>;
	/**
	 * Searches all files, except those that were searched for the same secrets and have not changed since.
	 *
	 * @param dir the folder that visitors get
	 * @throws {AstroError} naming the secret and the file, never the value
	 */
	searchOutput(
		config: Pick<AstroConfig, 'build' | 'outDir' | 'cacheDir' | 'adapter'>,
		dir: URL,
	): Promise<SearchedOutput>;
}

export function createTokenSearch(): TokenSearch {
	const added: (() => Promise<readonly Secret[]>)[] = [];
	let opened: Promise<{ secrets: readonly Secret[]; finder: Finder }> | undefined;
	const open = async () => {
		const secrets = (await Promise.all(added.map((secretsNow) => secretsNow()))).flat();
		return { secrets, finder: createFinder(secrets) };
	};
	return {
		add(secrets) {
			added.push(secrets);
		},
		async searchPage(page, url) {
			opened ??= open();
			const found = (await opened).finder.inBytes(page);
			if (found) throw refusal(found, `the page ${new URL(url).pathname}`);
		},
		async searchOutput(config, dir) {
			opened ??= open();
			const { secrets, finder } = await opened;
			const { former, isSearched, write } = readRecord(
				new URL('slugline/files.json', config.cacheDir),
				secrets,
			);
			const files = new Map<string, OutputFile>();
			for (const path of filesOf(config)) {
				const { size, ctimeMs } = statSync(path);
				const stamp = `${size} ${ctimeMs}`;
				const name = pathIn(dir, path);
				const before = former?.files.get(name);
				if (isSearched && before?.[0] === stamp) {
					files.set(name, before);
					continue;
				}
				const hash = createHash('sha256');
				const found = finder.inFile(path, hash);
				if (found) throw refusal(found, `the file ${pathIn(config.outDir, path)}`);
				files.set(name, [stamp, hash.digest('base64url')]);
			}
			return { former, files, finish: (id) => write({ id, files }) };
		},
	};
}

/** Files from which a server reads its environment when it is tried on this machine. */
const isEnvironment = /^\.(?:env|dev\.vars)(?:\.|$)/;

/** The files of the output, without the environment of its server. */
function filesOf({ build, outDir, adapter }: Pick<AstroConfig, 'build' | 'outDir' | 'adapter'>): Set<string> {
	const folders = [outDir, ...(adapter ? [build.client, build.server] : [])].map((url) => fileURLToPath(url));
	const server = adapter ? fileURLToPath(build.server) : undefined;
	const files = folders.flatMap((folder) => {
		try {
			return readdirSync(folder, { recursive: true, withFileTypes: true });
		} catch {
			return [];
		}
	});
	return new Set(
		files.flatMap((entry) => {
			const path = join(entry.parentPath, entry.name);
			const isOfServer = server !== undefined && path.startsWith(server) && isEnvironment.test(entry.name);
			return entry.isFile() && !isOfServer ? [path] : [];
		}),
	);
}

/** The path of a file below a folder, with slashes; of any other file its absolute path. */
function pathIn(folder: URL, path: string): string {
	const above = fileURLToPath(folder);
	return path.startsWith(above) ? path.slice(above.length).replaceAll('\\', '/') : path;
}

/** The output of the last finished build, and whether it was searched for the same secrets. */
function readRecord(file: URL, secrets: readonly Secret[]) {
	let before: { key?: string; digest?: string; id?: string; files?: [string, OutputFile][] } = {};
	try {
		before = JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		// It is missing or damaged: everything is searched.
	}
	const values = secrets.flatMap(({ value, mayChange }) => (mayChange ? [] : [value])).sort();
	const key = before.key ?? randomBytes(32).toString('hex');
	const digest = createHmac('sha256', key).update(JSON.stringify(values)).digest('hex');
	return {
		former: before.id === undefined ? undefined : { id: before.id, files: new Map(before.files) },
		isSearched: before.digest === digest,
		write({ id, files }: Output): void {
			mkdirSync(new URL('./', file), { recursive: true });
			writeFileSync(file, JSON.stringify({ key, digest, id, files: [...files] }), { mode: 0o600 });
		},
	};
}

const refusal = ({ name, hint }: Secret, place: string): AstroError =>
	new AstroError(
		`The value of ${name} is in ${place} of the output: code reads it from import.meta.env, which Vite replaces with the value, or a page hands it on, for example in an attribute.`,
		hint,
	);
