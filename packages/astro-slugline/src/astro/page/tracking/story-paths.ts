import { buildChannel } from './build-channel.js';
import type { PathsOfRoute } from './channel.js';

/** Notes what storyPaths() returned, and what it left out. */
export const notePaths = (paths: PathsOfRoute): void => buildChannel().takePaths?.(paths);

/** Notes a collection in which a page found no entry, perhaps because of its name. */
export const noteEmpty = (collection: string): void => buildChannel().takeEmpty?.(collection);

/** Adds listeners for both. The spaces of a site have one each. */
export function takeStoryPaths(
	takePaths: (paths: PathsOfRoute) => void,
	takeEmpty: (collection: string) => void,
): void {
	const host = buildChannel();
	const { takePaths: otherPaths, takeEmpty: otherEmpty } = host;
	host.takePaths = (paths) => {
		otherPaths?.(paths);
		takePaths(paths);
	};
	host.takeEmpty = (collection) => {
		otherEmpty?.(collection);
		takeEmpty(collection);
	};
}

/** Removes all listeners. */
export function leaveStoryPaths(): void {
	const host = buildChannel();
	host.takePaths = undefined;
	host.takeEmpty = undefined;
}
