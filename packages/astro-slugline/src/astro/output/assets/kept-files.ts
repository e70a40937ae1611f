import { appendFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const recordSchema = z.object({
	name: z.string(),
	address: z.string(),
	isPrivate: z.boolean(),
	/** Size in bytes. */
	size: z.number(),
	etag: z.string().nullable(),
	lastModified: z.string().nullable(),
	/** When the service was last asked for it, in milliseconds since 1970. */
	askedAt: z.number(),
});

/** What is known of a kept file. */
export type KeptRecord = z.infer<typeof recordSchema>;

/** Downloaded files between builds, and a list of where they came from: a line for each time that one was asked for. */
export interface KeptFiles {
	/** The record of a file that is there whole; undefined for any other. */
	find(name: string): Promise<KeptRecord | undefined>;
	/** Keeps a file, whole or not at all: a process that is killed meanwhile leaves the old one. */
	keep(bytes: Uint8Array, record: KeptRecord): Promise<void>;
	/** Notes that a kept file is still right. */
	confirm(record: KeptRecord): Promise<void>;
	path(name: string): string;
}

const listName = 'list.jsonl';

/** How old a draft is, in milliseconds, when whoever wrote it is surely gone. */
const abandoned = 3_600_000;

export async function openKeptFiles(folder: string): Promise<KeptFiles> {
	await mkdir(folder, { recursive: true });
	await sweepDrafts(folder);
	let drafts = 0;
	const path = (name: string) => join(folder, name);
	const writeWhole = async (name: string, content: Uint8Array | string) => {
		const draft = path(`.${process.pid}-${drafts++}.draft`);
		await writeFile(draft, content);
		await rename(draft, path(name));
	};
	const { records, lines } = await readList(path(listName));
	if (lines > 2 * records.size) await writeWhole(listName, [...records.values()].map(lineOf).join(''));
	const confirm = async (record: KeptRecord) => {
		records.set(record.name, record);
		// One write of a line behind all others: builds side by side do not mix theirs.
		await appendFile(path(listName), lineOf(record));
	};
	return {
		path,
		confirm,
		async find(name) {
			const record = records.get(name);
			const file = record && (await stat(path(name)).catch(() => undefined));
			return file?.size === record?.size ? record : undefined;
		},
		async keep(bytes, record) {
			await writeWhole(record.name, bytes);
			await confirm(record);
		},
	};
}

/** The break in front keeps a line whole behind one that a killed process left unfinished. */
const lineOf = (record: KeptRecord): string => `\n${JSON.stringify(record)}`;

/** The last line of each file counts. */
async function readList(file: string): Promise<{ records: Map<string, KeptRecord>; lines: number }> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const found = text.split('\n').flatMap((line) => recordSchema.safeParse(parse(line)).data ?? []);
	return { records: new Map(found.map((record) => [record.name, record])), lines: found.length };
}

/** Copies a file into the output, unless the copy of an earlier build is there. */
export async function copyIfNewer(from: string, to: string): Promise<void> {
	const [source, target] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
	if (target?.size === source.size && target.mtimeMs === source.mtimeMs) return;
	await writeFile(to, await readFile(from));
	await utimes(to, source.atime, source.mtime);
}

async function sweepDrafts(folder: string): Promise<void> {
	const drafts = (await readdir(folder)).filter((name) => name.endsWith('.draft'));
	for (const draft of drafts.map((name) => join(folder, name))) {
		const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Date.now() }));
		if (Date.now() - mtimeMs > abandoned) await rm(draft, { force: true });
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
