import { writeFile } from 'node:fs/promises';
import type { Connection } from '../session/index.js';
import { outputName } from '../settings/index.js';

/** What a build says it holds: read by the rebuild hook, and by anyone who wonders. Equal content gives equal bytes. */
export interface BuiltSpace {
	/** The snapshot of the edge that the content is of; null for drafts. */
	cv: number | null;
	/** The version of the space that the build saw; null for drafts. Another unit than `cv`. */
	spaceVersion: number | null;
	/** False while the edge may not serve yet all that the space had at `spaceVersion`: the next build asks again. */
	settled: boolean;
	space: { id: number; name: string };
	version: 'published' | 'draft';
	/** Code of the default language, if it is known. */
	defaultLanguage: string | null;
	/** Codes of the languages beside the default one. */
	languages: string[];
	counts: { stories: number; variants: number; folders: number; routes: number };
}

/** Writes what the build holds into its output; nothing, if no collection asked for the space. */
export async function writeOutput(connection: Connection, dir: URL): Promise<void> {
	const synced = connection.latest();
	if (!synced) return;
	const { space, routes } = synced;
	const built: BuiltSpace = {
		cv: space.cv,
		spaceVersion: space.spaceVersion,
		settled: space.settled,
		space: { id: space.space.id, name: space.space.name },
		version: space.version,
		defaultLanguage: connection.defaultLanguage ?? null,
		languages: space.languages,
		counts: {
			stories: space.counts.stories,
			variants: space.counts.rows,
			folders: space.counts.folders,
			routes: routes.count,
		},
	};
	await writeFile(new URL(outputName(connection.id), dir), `${JSON.stringify(built, null, '\t')}\n`);
}
