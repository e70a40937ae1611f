/** A story that a page shows or refers to. */
export interface ToolbarStory {
	name: string;
	slug: string;
	lang: string;
	/** URL at which it is edited; absent for a folder without an editor. */
	editor?: string | undefined;
	/** When the story last changed, as an ISO date; undefined if unknown. */
	changed?: string | undefined;
	/** True for the story whose page this is. */
	isOwn: boolean;
	/** What the page is besides the story's own: a fallback, or a page that a build does not have yet. */
	note?: 'fallback' | 'draft' | 'untranslated' | undefined;
}

/** The state of the space and of one page. */
export interface ToolbarState {
	/** Path of the page. */
	path: string;
	space: { id: number; name: string };
	version: 'published' | 'draft';
	cv: number | null;
	/** Unix time in milliseconds of the last sync. */
	syncedAt: number;
	counts: { stories: number; routes: number; languages: number };
	stories: ToolbarStory[];
	/** Messages about routes and the space. */
	warnings: readonly string[];
	/** Messages about what preview lacks; empty if it is ready, absent if it is off. */
	preview?: { address: string; lacks: string[] } | undefined;
}

/** Requests the state of a page. With `sync`, the content is reloaded first. */
export interface ToolbarQuestion {
	path: string;
	sync?: boolean | undefined;
}

/** Names of the messages between the toolbar and the dev server. */
export const toolbarAsk = 'astro-slugline:ask';
export const toolbarState = 'astro-slugline:state';
