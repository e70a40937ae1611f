import { named } from '../../shared/text/named.js';
import type { Read } from '../tracking/index.js';
import type { Given, Path } from './astro-app.js';
import { pathName } from './output-files.js';
import { idOfPath, type PageId } from './page-ids.js';

/** A story whose path a route of higher priority builds. */
export interface HiddenStory {
	/** The id of its entry. */
	story: string;
	/** The page that is built, and its route's component. */
	page: PageId;
	component: string;
}

/**
 * Leaves out the pages of storyPaths() whose path a route of higher priority builds. Astro would warn of each in every build.
 *
 * @param given what `getStaticPaths` gave each page
 * @param patterns the routes that call storyPaths(). One of them shows the stories that it builds
 */
export function withoutHidden(
	paths: readonly Path[],
	given: ReadonlyMap<Path, Given>,
	patterns: ReadonlySet<string>,
): { paths: Path[]; hidden: HiddenStory[] } {
	const first = new Map<string, Path>();
	const hidden: HiddenStory[] = [];
	const left = paths.filter((path) => {
		const winner = first.get(pathName(path));
		if (!winner) first.set(pathName(path), path);
		if (!winner || winner.route === path.route || !patterns.has(path.route.route)) return true;
		const story: unknown = given.get(path)?.props?.['story'];
		const id = typeof story === 'object' && story !== null && 'id' in story ? String(story.id) : undefined;
		if (id !== undefined && !patterns.has(winner.route.route))
			hidden.push({ story: id, page: idOfPath(winner), component: winner.route.component });
		return false;
	});
	return { paths: left, hidden };
}

/** A warning for each component that builds the pages of stories and does not read these. */
export function hiddenWarnings(
	hidden: readonly HiddenStory[],
	readsOf: (page: PageId) => readonly { read: Read }[],
): string[] {
	const unread = hidden.filter(
		({ story, page }) => !readsOf(page).some(({ read }) => read.includes(JSON.stringify(story))),
	);
	return [...Map.groupBy(unread, ({ component }) => component)].map(([component, all]) => {
		const stories = named(all.map(({ story }) => story));
		const [pages, them] = all.length === 1 ? ['page of the story', 'it'] : ['pages of the stories', 'them'];
		return `${component} builds the ${pages} ${stories}, and does not show ${them}. Show ${them} there, remove the route, or leave ${them} out with \`routes.exclude\`.`;
	});
}
