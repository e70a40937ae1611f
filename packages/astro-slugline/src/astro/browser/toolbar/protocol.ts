/** A story that a page shows or refers to. */
export interface ToolbarStory {
	name: string;
	slug: string;
	lang: string;
	/** Where it is edited; absent for a folder without an editor. */
	editor?: string | undefined;
	/** When the story last changed, as an ISO date; undefined if unknown. */
	changed?: string | undefined;
	/** True for the story that has this page. */
	isOwn: boolean;
}

/** What the toolbar says of the space and of one page. */
export interface ToolbarState {
	/** The page that was asked about. */
	path: string;
	space: { id: number; name: string };
	version: 'published' | 'draft';
	cv: number | null;
	/** Unix time in milliseconds of the last sync. */
	syncedAt: number;
	counts: { stories: number; routes: number; languages: number };
	stories: ToolbarStory[];
	/** Sentences about routes and the space. */
	warnings: readonly string[];
	/** Sentences on what preview lacks; empty if it is ready. Absent where it is off. */
	preview?: { address: string; lacks: string[] } | undefined;
}

/** Asks for the state of a page. With `sync`, the content is loaded first. */
export interface ToolbarQuestion {
	path: string;
	sync?: boolean | undefined;
}

/** Names of the messages between the toolbar and the dev server. */
export const toolbarAsk = 'astro-slugline:ask';
export const toolbarState = 'astro-slugline:state';
