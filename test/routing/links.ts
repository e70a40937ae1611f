import type { StoryRouteFields } from 'astro-slugline/routing';
import { type Link, linkSchema } from 'astro-slugline/wire';

/** A link as the service sends it, with what the test leaves out filled in: published, at the root, uuid = slug. */
export function link(slug: string, fields: Record<string, unknown> = {}): Link {
	return linkSchema.parse({
		id: idOf(slug),
		uuid: slug,
		slug,
		name: slug,
		path: null,
		real_path: `/${slug}`,
		published: true,
		parent_id: null,
		is_folder: false,
		is_startpage: false,
		position: 0,
		alternates: [],
		...fields,
	});
}

export const folder = (slug: string, fields: Record<string, unknown> = {}): Link =>
	link(slug, {
		uuid: `folder ${slug}`,
		id: idOf(`folder ${slug}`),
		is_folder: true,
		published: false,
		...fields,
	});

/** A published variant that, unless one is given, repeats the link's slug. */
export const variant = (lang: string, slug: string, fields: Record<string, unknown> = {}) => ({
	lang,
	path: slug,
	translated_slug: slug,
	name: slug,
	published: true,
	...fields,
});

/** A number for a name: the same one each time, and another one for another name in these tests. */
export function idOf(name: string): number {
	let id = 7;
	for (const character of name) id = (id * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
	return id;
}

/** A story's route fields; its uuid is its slug, as a link's. */
export const story = (slug: string, fields: Partial<StoryRouteFields> = {}): StoryRouteFields => ({
	uuid: slug,
	lang: 'default',
	full_slug: slug,
	...fields,
});
