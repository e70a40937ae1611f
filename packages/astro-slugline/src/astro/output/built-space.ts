import { writeFile } from 'node:fs/promises';
import type { Connection } from '../session/index.js';
import { outputName } from '../settings/index.js';

/** What a build says it holds: read by the rebuild hook, and by anyone who wonders. Equal content gives equal bytes. */
export interface BuiltSpace {
	/** Cache version of the content; null for drafts. */
	cv: number | null;
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
