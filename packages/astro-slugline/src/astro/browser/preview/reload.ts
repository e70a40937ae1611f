import { parsedJson } from 'astro-keep/shared/json';
import type { PreviewSettings } from '../../../preview/index.js';

/** State carried across a reload in preview. */
export interface Carried {
	/** Pixels that the page is scrolled. */
	top: number;
	/** The edited story, if it has changes that are not saved. */
	story?: unknown;
}

/** The page and the story that carried state belongs to. */
type Owner = Pick<PreviewSettings, 'path' | 'storyId' | 'lang'>;

const mark = 'slugline-preview ';

/**
 * Leaves state for the next document in this frame, which removes it. It is in the frame's name: browsers may deny all other
 * storage to a page that another site frames.
 */
export function carry({ path, storyId, lang }: Owner, state: Carried): void {
	const { name } = read() ?? window;
	window.name = mark + JSON.stringify({ name, path, storyId, lang, ...state });
}

/** Removes the state that the previous document left, and returns it if it is of this page and story. */
export function takeCarried({ path, storyId, lang }: Owner): Carried | undefined {
	const left = read();
	if (!left) return undefined;
	window.name = left.name;
	const isOwn = left.path === path && left.storyId === storyId && left.lang === lang;
	return isOwn ? left : undefined;
}

function read(): (Owner & Carried & { name: string }) | undefined {
	if (!window.name.startsWith(mark)) return undefined;
	return parsedJson(window.name.slice(mark.length)) as ReturnType<typeof read>;
}
