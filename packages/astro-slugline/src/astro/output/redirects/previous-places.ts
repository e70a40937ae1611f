import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Place } from '../../../routing/index.js';
import { replaceFile } from '../../../shared/node/replace-file.js';

const schema = z.array(z.object({ uuid: z.string(), lang: z.string(), path: z.string() }));

/** The paths of stories in the previous build; undefined if there is no cache of it. */
export async function readPlaces(file: URL): Promise<Place[] | undefined> {
	try {
		return schema.parse(JSON.parse(await readFile(file, 'utf8')));
	} catch {
		return undefined;
	}
}

/** Caches the paths of stories for the next build. A story without a page keeps its last path, because it may come back. */
export async function writePlaces(file: URL, before: readonly Place[], now: readonly Place[]): Promise<void> {
	const places = new Map<string, Place>();
	for (const { uuid, lang, path } of [...before, ...now]) places.set(`${uuid} ${lang}`, { uuid, lang, path });
	await replaceFile(file, JSON.stringify([...places.values()]));
}
