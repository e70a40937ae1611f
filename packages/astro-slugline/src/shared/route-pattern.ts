import { oncePerKey } from 'astro-keep/shared/once';

/** Finds the route parameters for a path. Returns undefined if the route does not match the path. */
export type ParamsOf = (path: string) => Record<string, string | undefined> | undefined;

/** The pattern of the injected catch-all route, and of pages that pass no pattern. */
export const usualPattern = '/[...path]';

/**
 * Finds the parameters of an Astro route for a path, as `getStaticPaths` returns them.
 *
 * @param pattern Astro's `routePattern`, without `base`
 * @example paramsOf('/brands/[...slug]')('/brands/acme') // { slug: 'acme' }
 */
export const paramsOf = oncePerKey((pattern: string): ParamsOf => {
	const names: string[] = [];
	let source = '';
	for (const segment of pattern.split('/').filter((part) => part !== '')) {
		const rest = /^\[\.\.\.(.+)\]$/.exec(segment)?.[1];
		if (rest !== undefined) names.push(rest);
		source += rest === undefined ? `/${segmentSource(segment, names)}` : '(?:/(.+?))?';
	}
	const form = new RegExp(`^${source}/?$`, 'u');
	return (path) => {
		const found = form.exec(path);
		return found ? Object.fromEntries(names.map((name, at) => [name, found[at + 1]])) : undefined;
	};
});

/** A segment such as `[slug]` or `post-[id]`. */
const segmentSource = (segment: string, names: string[]): string =>
	segment
		.split(/(\[[^[\]]+\])/)
		.map((part) => {
			const name = /^\[(.+)\]$/.exec(part)?.[1];
			if (name === undefined) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
			names.push(name);
			return '([^/]+?)';
		})
		.join('');

/** True for a route whose parameters `storyPaths()` can fill in. */
export const hasParams = (pattern: string): boolean => /\[[^[\]]+\]/.test(pattern);
