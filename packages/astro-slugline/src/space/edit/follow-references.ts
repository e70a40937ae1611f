import { parseFileName } from '../folder/stories/file-name.js';
import { joinSlug, splitLast } from '../folder/stories/slugs.js';
import { contentTypesOf } from './as-written.js';
import { type Renamed, renameReferences } from './references.js';

import { type EditContext, languagesOf, placeOf } from './story-files.js';

/** The new texts of all files that refer to renamed stories by slug. */
export async function followReferences(
	renamed: Renamed,
	{ files, model }: EditContext,
): Promise<Map<string, string>> {
	const types = await contentTypesOf(files);
	const fieldsOf = (component: string) => {
		const { body = 'body', references = [], richtext = [] } = types(component);
		return { body, references, richtext };
	};
	const components = new Map<string, string>();
	for (const story of model.stories) {
		const { directory, base } = placeOf(story, model);
		components.set(joinSlug(directory, base), story.draft.component);
	}
	const changes = new Map<string, string>();
	for (const directory of new Set([...components.keys()].map((place) => splitLast(place)[0]))) {
		for (const name of await files.list(directory)) {
			const component = components.get(joinSlug(directory, parseFileName(name, languagesOf(model)).base));
			if (!name.endsWith('.md') || component === undefined) continue;
			const path = joinSlug(directory, name);
			const next = renameReferences((await files.read(path)) ?? '', component, fieldsOf, renamed);
			if (next !== undefined) changes.set(path, next);
		}
	}
	return changes;
}
