import { appendFile, mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { parsedJson } from 'astro-keep/shared/json';
import { replaceFile, sweepDrafts } from 'astro-keep/shared/node/replace-file';
import { seal, unseal } from 'astro-keep/shared/node/sealed-file';
import { z } from 'zod';

const recordSchema = z.object({
	name: z.string(),
	address: z.string(),
	isPrivate: z.boolean(),
	/** CRC-32 of its bytes. */
	crc: z.number(),
	etag: z.string().nullable(),
	lastModified: z.string().nullable(),
	/** When the file was last requested, in milliseconds since 1970. */
	askedAt: z.number(),
});

/** The record of a cached file. */
export type CachedRecord = z.infer<typeof recordSchema>;

/** The cache of downloaded files, with a list of records: one line for each time a file was requested. */
export type CachedFiles = Awaited<ReturnType<typeof openCachedFiles>>;

const listName = 'list.jsonl';

export async function openCachedFiles(folder: string) {
	await mkdir(folder, { recursive: true });
	await sweepDrafts(folder);
	const path = (name: string) => join(folder, name);
	const { records, lines } = await readList(path(listName));
	if (lines > 2 * records.size) await replaceFile(path(listName), [...records.values()].map(lineOf).join(''));
	/** Records that a cached file is still current. */
	const confirm = async (record: CachedRecord) => {
		records.set(record.name, record);
		// Appends a line in one write, so that lines of concurrent builds do not mix.
		await appendFile(path(listName), lineOf(record));
	};
	return {
		path,
		confirm,
		/** The record of a file that is cached with all its bytes; undefined for any other. */
		async find(name: string): Promise<CachedRecord | undefined> {
			const record = records.get(name);
			const bytes = record && (await readFile(path(name)).catch(() => undefined));
			return bytes && crc32(bytes) === record.crc ? record : undefined;
		},
		/** Caches a file atomically: if the process is killed meanwhile, the old file stays. */
		async store(bytes: Uint8Array, record: CachedRecord): Promise<void> {
			await replaceFile(path(record.name), bytes);
			await confirm(record);
		},
	};
}

/** Begins with a line break, because a killed process may have left an unfinished line. */
const lineOf = (record: CachedRecord): string => `\n${seal(JSON.stringify(record))}`;

/** Reads the list. The last line of each file counts. */
async function readList(file: string): Promise<{ records: Map<string, CachedRecord>; lines: number }> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const lines = text.split('\n').map((line) => parsedJson(String(unseal(Buffer.from(line)) ?? '')));
	const found = lines.flatMap((line) => recordSchema.safeParse(line).data ?? []);
	return { records: new Map(found.map((record) => [record.name, record])), lines: found.length };
}

/** Copies a file into the output, unless an earlier build has copied the same version. */
export async function copyIfNewer(from: string, to: string): Promise<void> {
	const [source, target] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
	if (target?.size === source.size && target.mtimeMs === source.mtimeMs) return;
	await writeFile(to, await readFile(from));
	await utimes(to, source.atime, source.mtime);
}
