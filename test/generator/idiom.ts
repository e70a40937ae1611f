import type { Random } from '../support/random.js';

/** Files by their path in the site; null for one to remove. */
export type Files = Record<string, string | null>;

/** A change of a site between two builds. */
export type Change = (random: Random) => Files;

/** What an idiom adds to `astro.config`, as source. */
export interface ConfigPart {
	/** Statements at the top. */
	imports?: string;
	/** Elements of `integrations`. */
	integrations?: string;
	/** Elements of `vite.plugins`. */
	plugins?: string;
	/** Properties of the config. */
	options?: string;
}

/** What an idiom adds to the content config, as source. */
export interface ContentPart {
	imports: string;
	/** A property of `collections`. */
	collections: string;
}

/** One thing that authors of pages do, with the changes that may make its pages stale. */
export interface Idiom {
	files?: Files;
	config?: ConfigPart;
	content?: ContentPart;
	/**
	 * By name; each gives the files that it writes, or is a path: another version replaces each `v0` in that file of the idiom, or the
	 * one in a part of its text.
	 */
	changes?: Record<string, Change | string | [path: string, part: string]>;
	/** True if it needs more of a space than stories. A site with `keep()` alone has no such idiom. */
	needsSlugline?: boolean;
	/** Idioms that cannot be combined with this one. */
	apartFrom?: readonly string[];
}

/** A random version, such as `v0` or `v7`. */
export const version = (random: Random): string => `v${random.below(1000)}`;

/** Paths of a route in its own folder, one for each story: `storyPaths()` skips stories whose pages are elsewhere. */
export const everyStory = `export const getStaticPaths = async () => (await getCollection('pages')).map((story) => ({ params: { path: story.id }, props: { story } }));`;

/** Posts of the space in a fixed order, for `getStaticPaths`. */
export const posts = `(await getCollection('pages', ({ data }) => data.full_slug.startsWith('blog/'))).sort((a, b) => a.id.localeCompare(b.id))`;

/** A page with one path for each post. */
export const postPages = (returned: string, html: string, imports = ''): string => `---
import { getCollection } from 'astro:content';
${imports}
export async function getStaticPaths() {
	const posts = ${posts};
	${returned}
}
const props = Astro.props;
---
<html><head><title>page</title></head><body>${html}</body></html>`;

/** A whole page of this frontmatter and body. */
export const page = (frontmatter: string, body: string): string => `---
${frontmatter}
---
<html><head><title>page</title></head><body>${body}</body></html>`;
