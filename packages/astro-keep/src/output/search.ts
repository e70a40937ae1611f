import { createHash, createHmac, type Hash, randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { AstroError } from 'astro/errors';
import { slashed } from '../shared/module-path.js';
import { type Listed, listOutput } from './list-output.js';
import { type OutputFile, type OutputRecord, readRecord, type Stamp, writeRecord } from './output-record.js';
import { formsOf, type Secret } from './secret.js';

/** The pages of a build, as it wrote them. */
export interface WrittenPages {
	/** Their paths below the output's folder. */
	paths: ReadonlySet<string>;
	/** False if something else has written the file of a page since. */
	isOwn(path: string, stamp: Stamp): boolean;
}

/** An output without secrets. */
export interface SearchedOutput extends Pick<OutputRecord, 'files'> {
	/** That of the last finished build; undefined if nothing is known of one. */
	previous: OutputRecord | undefined;
	/** Records that the build has finished. */
	finish(id: string): void;
}

type OutputConfig = Pick<AstroConfig, 'build' | 'outDir' | 'cacheDir' | 'adapter'>;

/** The file in which builds record their output. */
export const recordFile = ({ cacheDir }: Pick<AstroConfig, 'cacheDir'>): URL =>
	new URL('astro-keep/output.json', cacheDir);

/** Searches the output of a build for secrets, which would be open to everyone who can read it. */
export type TokenSearch = ReturnType<typeof createTokenSearch>;

export function createTokenSearch() {
	let kept: WrittenPages | undefined;
	const added: (() => Promise<readonly Secret[]>)[] = [];
	let opened: Promise<{ secrets: readonly Secret[]; finder: Finder }> | undefined;
	const open = async () => {
		const secrets = (await Promise.all(added.map((secretsNow) => secretsNow()))).flat();
		return { secrets, finder: createFinder(secrets) };
	};
	return {
		/** Adds the secrets of a space. */
		add(secrets: () => Promise<readonly Secret[]>): void {
			added.push(secrets);
		},
		/**
		 * Searches a page, before it is cached.
		 *
		 * @throws {AstroError} naming the secret and the page, never the value
		 */
		async searchPage(page: Uint8Array, url: string): Promise<void> {
			opened ??= open();
			const found = (await opened).finder.inBytes(page);
			if (found) throw refusal(found, `the page ${new URL(url).pathname}`);
		},
		/** Says which pages the next build may keep. */
		keepPages(pages: WrittenPages | undefined): void {
			kept = pages;
		},
		/**
		 * Searches all files, except those that were searched for the same secrets and have not changed since.
		 *
		 * @throws {AstroError} naming the secret and the file, never the value
		 */
		async searchOutput(config: OutputConfig): Promise<SearchedOutput> {
			opened ??= open();
			const { secrets, finder } = await opened;
			const output = fileURLToPath(config.outDir);
			const file = recordFile(config);
			const previous = readRecord(file);
			const marked = digestOf(secrets, previous?.secrets[0]);
			const isSearched = previous?.secrets[1] === marked[1];
			const listed = listOutput(output, foldersOf(config), previous);
			const search = (path: string): string => {
				if (isEnvironment(path, config)) return '';
				const hash = createHash('sha256');
				const found = finder.inFile(resolve(output, path), hash);
				if (found) throw refusal(found, `the file ${path}`);
				return hash.digest('base64url');
			};
			const files = new Map<string, OutputFile>();
			for (const [path, stamp] of listed.files) {
				const before = previous?.files.get(path);
				files.set(path, isSearched && before?.[0] === stamp ? before : [stamp, search(path)]);
			}
			const pages = kept && ownPages(kept, listed.files);
			return {
				...{ previous, files },
				finish: (id) => writeRecord(file, { id, secrets: marked, folders: listed.folders, files, pages }),
			};
		},
	};
}

/** The pages of a build; undefined if something else has written one of them. */
function ownPages({ paths, isOwn }: WrittenPages, files: Listed['files']): ReadonlySet<string> | undefined {
	for (const path of paths) {
		const stamp = files.get(path);
		if (stamp === undefined || !isOwn(path, stamp)) return undefined;
	}
	return paths;
}

/** The folders of an output, by their paths from its own. */
const foldersOf = ({ build, outDir, adapter }: OutputConfig): string[] =>
	[outDir, ...(adapter ? [build.client, build.server] : [])].map((url) => pathFrom(outDir, url));

/** The path from one folder to another, with slashes. */
export const pathFrom = (from: URL, to: URL): string =>
	slashed(relative(fileURLToPath(from), fileURLToPath(to)));

/** True for a file from which a server reads its environment when it is tried on this machine. */
const isEnvironment = (path: string, { adapter, build, outDir }: OutputConfig): boolean =>
	adapter !== undefined &&
	/(?:^|\/)\.(?:env|dev\.vars)(?:\.[^/]*)?$/.test(path) &&
	path.startsWith(`${pathFrom(outDir, build.server)}/`);

/** A digest of secrets, under a key of the site's own. */
function digestOf(
	secrets: readonly Secret[],
	key = randomBytes(32).toString('hex'),
): readonly [key: string, digest: string] {
	const values = secrets.flatMap(({ value, mayChange }) => (mayChange ? [] : [value])).sort();
	return [key, createHmac('sha256', key).update(JSON.stringify(values)).digest('hex')];
}

const refusal = ({ name, hint }: Secret, place: string): AstroError =>
	new AstroError(
		`The value of ${name} is in ${place} of the output: code reads it from import.meta.env, which Vite replaces with the value, or a page hands it on, for example in an attribute.`,
		hint,
	);

/** Bytes that are read at once. */
const chunkBytes = 1 << 20;

/** Finds secrets in bytes and files. */
type Finder = ReturnType<typeof createFinder>;

export function createFinder(secrets: readonly Secret[]) {
	const forms = secrets.flatMap((secret) =>
		[...formsOf(secret.value)].map((form) => ({ secret, bytes: Buffer.from(form) })),
	);
	// A form may lie across the end of what is read at once.
	const overlap = Math.max(0, ...forms.map(({ bytes }) => bytes.length));
	const buffer = Buffer.alloc(chunkBytes + overlap);
	/** The first secret that is in these bytes. */
	const inBytes = (given: Uint8Array): Secret | undefined => {
		const text = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
		return forms.find(({ bytes }) => text.includes(bytes))?.secret;
	};
	return {
		inBytes,
		/** The first secret that is in a file. If there is none, `hash` gets the whole file. */
		inFile(path: string, hash: Hash): Secret | undefined {
			const file = openSync(path, 'r');
			try {
				for (let carried = 0; ; ) {
					const read = readSync(file, buffer, carried, chunkBytes, null);
					const part = buffer.subarray(0, carried + read);
					if (read === 0) return undefined;
					hash.update(part.subarray(carried));
					const found = inBytes(part);
					if (found) return found;
					carried = Math.min(overlap, part.length);
					buffer.copyWithin(0, part.length - carried, part.length);
				}
			} finally {
				closeSync(file);
			}
		},
	};
}
