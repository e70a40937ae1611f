import { mapObjects } from 'astro-keep/shared/json';
import { editableComment } from '../shared/api/editable-comment.js';
import { translationOf } from '../shared/api/filter-operations.js';
import type { Story } from '../wire/index.js';

/** The edited story as the editor sends it, with fewer fields than the API returns. */
export interface EditedStory {
	id: number;
	content: Record<string, unknown>;
	[field: string]: unknown;
}

/** Story fields that the editor can change before it saves. The story's path always comes from the saved version. */
const editable = ['name', 'sort_by_date', 'tag_list', 'position', 'first_published_at', 'meta_data'] as const;

/**
 * Merges unsaved edits into a stored story. The content is replaced entirely; other fields are replaced only by values of the
 * same type.
 *
 * @param spaceId number of the space, which the comments that mark bloks for the editor contain
 */
export function draftOf(stored: Story, edited: EditedStory, spaceId: number): Story {
	const draft: Story = { ...stored };
	for (const field of editable) {
		const value = edited[field];
		const fits =
			value !== null &&
			value !== undefined &&
			typeof value === (field === 'name' ? 'string' : typeof stored[field]);
		if (fits && Array.isArray(value) === Array.isArray(stored[field]))
			Object.assign(draft, { [field]: value });
	}
	const content = inLanguage(edited.content, stored.lang);
	draft.content = { ...(content as Story['content']), component: stored.content.component };
	draft.content._uid ??= stored.content._uid;
	return withEditable(draft, spaceId);
}

/** Adds to each blok of a story the comment that marks it for the editor. */
function withEditable(story: Story, spaceId: number): Story {
	const content = mapObjects(story.content, (fields) => {
		const { _uid: uid, component: name } = fields;
		if (typeof uid !== 'string' || typeof name !== 'string') return fields;
		return { ...fields, _editable: editableComment({ name, space: spaceId, uid, id: story.id }) };
	});
	return { ...story, content: content as Story['content'] };
}

/** Content in one language: translations replace the fields they translate, and other languages are removed. */
export function inLanguage(content: unknown, lang: string): unknown {
	const code = lang.replaceAll('-', '_');
	return mapObjects(content, (fields) => {
		const copy = Object.fromEntries(Object.entries(fields).filter(([name]) => !translationOf(name)));
		for (const [name, inner] of Object.entries(fields)) {
			const translation = translationOf(name);
			const isEmpty = inner === '' || inner === null || inner === undefined;
			if (translation?.code === code && lang !== 'default' && !isEmpty) copy[translation.field] = inner;
		}
		return copy;
	});
}

/** True if content contains fields in several languages. */
export const hasTranslations = (content: unknown): boolean => JSON.stringify(content).includes('__i18n__');
