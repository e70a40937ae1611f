import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { AstroError } from 'astro/errors';
import { createFinder, type Finder } from './find-in-file.js';
import type { Secret } from './secrets.js';

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
	 * @throws {AstroError} naming the secret and the file, never the value
	 */
	searchOutput(config: Pick<AstroConfig, 'build' | 'outDir' | 'cacheDir' | 'adapter'>): Promise<void>;
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
		async searchOutput(config) {
			opened ??= open();
			const { secrets, finder } = await opened;
			if (secrets.length === 0) return;
			const record = readRecord(new URL('slugline/searched.json', config.cacheDir), secrets);
			const site = fileURLToPath(config.outDir);
			const searched = new Map<string, string>();
			for (const path of filesOf(config)) {
				const { size, ctimeMs } = statSync(path);
				const stamp = `${size} ${ctimeMs}`;
				const found = record.files.get(path) === stamp ? undefined : finder.inFile(path);
				if (found) throw refusal(found, `the file ${path.startsWith(site) ? path.slice(site.length) : path}`);
				searched.set(path, stamp);
			}
			record.write(searched);
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

/** The files that the previous build searched, with their sizes and times; none if it searched for other secrets. */
function readRecord(file: URL, secrets: readonly Secret[]) {
	let before: { key?: string; digest?: string; files?: [string, string][] } = {};
	try {
		before = JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		// It is missing or damaged: everything is searched.
	}
	const values = secrets.flatMap(({ value, mayChange }) => (mayChange ? [] : [value])).sort();
	const key = before.key ?? randomBytes(32).toString('hex');
	const digest = createHmac('sha256', key).update(JSON.stringify(values)).digest('hex');
	return {
		files: new Map(before.digest === digest ? before.files : []),
		write(searched: ReadonlyMap<string, string>): void {
			mkdirSync(new URL('./', file), { recursive: true });
			writeFileSync(file, JSON.stringify({ key, digest, files: [...searched] }), { mode: 0o600 });
		},
	};
}

const refusal = ({ name, hint }: Secret, place: string): AstroError =>
	new AstroError(
		`The value of ${name} is in ${place} of the output: code reads it from import.meta.env, which Vite replaces with the value, or a page hands it on, for example in an attribute.`,
		hint,
	);
