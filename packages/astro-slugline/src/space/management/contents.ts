import { isObject } from 'astro-keep/shared/json';
import type { Content } from '../../wire/index.js';
import { idOf } from '../folder/files/digest.js';
import type { SpaceModel, Story } from '../model/space-model.js';

/** All contents of a story: its draft and its published version, in the default language and as each other one changes it. */
export const contentsOf = ({ draft, published = draft }: Story): Content[] =>
	[...new Set([draft, published])].flatMap((edition) => {
		const content = edition.content();
		return [
			content,
			...[...edition.translations.values()].map((each) => ({ ...content, ...each.content() })),
		];
	});

/** A value, if it is an object, and all objects in it. */
export function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
	if (isObject(value)) yield value;
	if (typeof value !== 'object' || value === null) return;
	for (const inner of Object.values(value)) yield* objectsIn(inner);
}

/** The assets that the content of a space shows, each once. Files of the site, whose addresses begin with a slash, are no assets. */
export function assetsOf({ stories, createdAt }: SpaceModel) {
	const assets = new Map<string, Record<string, unknown>>();
	for (const asset of stories.flatMap(contentsOf).flatMap((content) => [...objectsIn(content)])) {
		const filename = String(asset['filename'] ?? '').replace(/^\/\//, 'https://');
		if (asset['fieldtype'] !== 'asset' || !/^https?:/.test(filename) || assets.has(filename)) continue;
		const text = (name: string) => (asset[name] ? String(asset[name]) : null);
		assets.set(filename, {
			...{ id: Number(asset['id'] ?? idOf(`asset ${filename}`)), filename },
			...{ alt: text('alt'), title: text('title'), copyright: text('copyright'), focus: text('focus') },
			...{ source: text('source'), is_private: asset['is_private'] === true, meta_data: {} },
			...{ short_filename: filename.split('/').at(-1), asset_folder_id: null, content_type: '' },
			...{ created_at: createdAt, updated_at: createdAt, expire_at: null, deleted_at: null },
			...{ content_length: 0, internal_tags_list: [], internal_tag_ids: [] },
		});
	}
	return [...assets.values()];
}
