import { writeFile } from 'node:fs/promises';
import type { Connection } from '../session/index.js';
import { outputName } from '../settings/index.js';

/** The content of a build, as in `slugline.json`. The rebuild hook reads it. Equal content makes equal bytes. */
export interface BuiltSpace {
	/** The edge's snapshot that the content is from; null for drafts. */
	cv: number | null;
	/** The version of the space at the time of the build; null for drafts. Not comparable with `cv`. */
	spaceVersion: number | null;
	/** False if the edge may not yet have served everything up to `spaceVersion`. The next build then checks again. */
	settled: boolean;
	space: { id: number; name: string };
	version: 'published' | 'draft';
	/** Code of the default language, if it is known. */
	defaultLanguage: string | null;
	/** Codes of the languages besides the default one. */
	languages: string[];
	counts: { stories: number; variants: number; folders: number; routes: number };
}

/** Writes the file that describes the build into the output, unless no collection loaded the space. */
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
