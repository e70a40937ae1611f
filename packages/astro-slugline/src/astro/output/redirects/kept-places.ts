import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Place } from '../../../routing/index.js';
import { replaceFile } from '../../../shared/replace-file.js';

const schema = z.array(z.object({ uuid: z.string(), lang: z.string(), path: z.string() }));

/** Where stories were when the site was built last; undefined if that is not known. */
export async function readPlaces(file: URL): Promise<Place[] | undefined> {
	try {
		return schema.parse(JSON.parse(await readFile(file, 'utf8')));
	} catch {
		return undefined;
	}
}

/** Keeps where stories are for the next build. One that has no page now keeps the place that it had: it may come back. */
export async function writePlaces(file: URL, before: readonly Place[], now: readonly Place[]): Promise<void> {
	const places = new Map<string, Place>();
	for (const { uuid, lang, path } of [...before, ...now]) places.set(`${uuid} ${lang}`, { uuid, lang, path });
	await replaceFile(file, JSON.stringify([...places.values()]));
}
