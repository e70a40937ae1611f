/** The parameters of a page of a route; undefined where the route does not lead to the page. */
export type ParamsOf = (path: string) => Record<string, string | undefined> | undefined;

/** The route that a catch-all of ours has, and that of pages that say nothing of theirs. */
export const usualPattern = '/[...path]';

const made = new Map<string, ParamsOf>();

/**
 * Finds the parameters that a route of Astro has for a page, as `getStaticPaths` gives them.
 *
 * @param pattern as Astro has it in `routePattern`, without `base`
 * @example paramsOf('/brands/[...slug]')('/brands/acme') // { slug: 'acme' }
 */
export function paramsOf(pattern: string): ParamsOf {
	const known = made.get(pattern);
	if (known) return known;
	const names: string[] = [];
	let source = '';
	for (const segment of pattern.split('/').filter((part) => part !== '')) {
		const rest = /^\[\.\.\.(.+)\]$/.exec(segment)?.[1];
		if (rest !== undefined) names.push(rest);
		source += rest === undefined ? `/${segmentSource(segment, names)}` : '(?:/(.+?))?';
	}
	const form = new RegExp(`^${source}/?$`, 'u');
	const find: ParamsOf = (path) => {
		const found = form.exec(path);
		return found
			? Object.fromEntries(names.map((name, at): [string, string | undefined] => [name, found[at + 1]]))
			: undefined;
	};
	made.set(pattern, find);
	return find;
}

/** A segment such as `[slug]` or `post-[id]`. */
const segmentSource = (segment: string, names: string[]): string =>
	segment
		.split(/(\[[^\]]+\])/)
		.map((part) => {
			const name = /^\[(.+)\]$/.exec(part)?.[1];
			if (name === undefined) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
			names.push(name);
			return '([^/]+?)';
		})
		.join('');

/** True for a route whose parameters `storyPaths()` can fill in. */
export const hasParams = (pattern: string): boolean => /\[[^\]]+\]/.test(pattern);
