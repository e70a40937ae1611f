import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from 'astro-keep/shared/error-code';
import { Refusal } from '../../shared/http/page-request.js';
import { inertExtensions } from '../../shared/text/inert-extensions.js';
import { isSegmentName } from '../../shared/text/portable-name.js';

/** The site's public folder, whose files content names by their addresses, such as `/images/boat.jpg`. */
export interface PublicFolder {
	path: string;
	/** URL at which the site serves it, without a slash at the end. */
	url: () => string;
}

/** Limit of a file's size, in MB. */
const maxMegabytes = 10;

/** Limit of the size of a request with a file, in bytes. */
export const maxUploadBytes = maxMegabytes * 1_400_000;

/** The addresses of the files, without hidden ones, links, and what is behind links. */
export function listFiles(folder: string, below = '/'): string[] {
	const entries = existsSync(folder) ? readdirSync(path.join(folder, below), { withFileTypes: true }) : [];
	const found = entries.flatMap((entry) => {
		if (entry.name.startsWith('.')) return [];
		if (entry.isDirectory()) return listFiles(folder, `${below}${entry.name}/`);
		return entry.isFile() ? [below + entry.name] : [];
	});
	return found.sort();
}

/**
 * Adds a file to the folder that content names most images in. Never replaces another one: it has its name at once, with all of its
 * content, or not at all.
 *
 * @param data the file as base64
 * @returns its address
 * @throws {Refusal} if it cannot be added
 */
export function addFile(folder: string, contents: unknown, { name, data }: { name: string; data: string }) {
	const { name: base, ext } = path.parse(name);
	if (!isSegmentName(name) || name.length > 120 || base.includes('.'))
		throw new Refusal(422, `A file cannot have the name ${JSON.stringify(name.slice(0, 120))}. Rename it.`);
	if (!inertExtensions.has(ext.slice(1)) || configFile.test(ext))
		throw new Refusal(
			422,
			`Only images, audio, video, and documents can be added, no ${ext || 'file without an ending'}: it could contain scripts, or rules for a server. Ask a developer of the site to add it.`,
		);
	const bytes = Buffer.from(data, 'base64');
	if (bytes.length === 0 || bytes.length > maxMegabytes * 1_000_000)
		throw new Refusal(
			413,
			`The file is empty, or larger than ${maxMegabytes} MB. Choose another one, or make it smaller.`,
		);
	const place = imageFolderOf(contents, listFiles(folder));
	const directory = path.join(folder, place);
	try {
		mkdirSync(directory, { recursive: true });
		if (realpathSync(directory) !== path.resolve(realpathSync(folder), `.${place}`))
			throw new Refusal(
				422,
				`The folder ${place} of the public folder is a link, which nothing is written through. Replace it with the folder itself.`,
			);
		return path.posix.join(place, store(bytes, directory, name));
	} catch (error) {
		if (error instanceof Refusal) throw error;
		throw new Refusal(
			422,
			`The file cannot be stored in the folder ${place} of the public folder, so nothing is stored: ${reasons[String(errorCode(error))] ?? String(error)}. Choose it again after that is corrected.`,
		);
	}
}

/** What hosts and crawlers read rules from, such as robots.txt and serve.json. */
const configFile = /^\.(?:txt|json)$/;

const reasons: Readonly<Record<string, string>> = {
	ENOSPC: 'the disk is full',
	EDQUOT: 'the disk is full',
	EACCES: 'it may not be written to',
	EPERM: 'it may not be written to',
	EROFS: 'it may not be written to',
};

/** Writes a file under the first name that no other one has. @returns the name */
function store(bytes: Buffer, directory: string, name: string): string {
	const { name: base, ext } = path.parse(name);
	const draft = path.join(directory, `.${randomUUID()}.tmp`);
	try {
		writeFileSync(draft, bytes, { flag: 'wx', flush: true });
		for (let count = 1; ; count++) {
			const free = count === 1 ? name : `${base}-${count}${ext}`;
			try {
				linkSync(draft, path.join(directory, free));
				return free;
			} catch (error) {
				if (errorCode(error) !== 'EEXIST') throw error;
			}
		}
	} finally {
		rmSync(draft, { force: true });
	}
}

const image = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** The folder of most images that content names, as an address: `/images` if it names none. */
function imageFolderOf(contents: unknown, files: readonly string[]): string {
	const known = new Set<unknown>(files.filter((address) => image.test(address)));
	const counts = new Map<string, number>();
	const pending = [contents];
	while (pending.length > 0) {
		const value = pending.pop();
		if (typeof value === 'object' && value !== null) pending.push(...Object.values(value));
		if (typeof value !== 'string' || !known.has(value)) continue;
		const folder = path.posix.dirname(value);
		counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	const [most] = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
	return most?.[0] ?? '/images';
}
