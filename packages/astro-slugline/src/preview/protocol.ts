/** A blok as the editor names it. */
export interface Breadcrumb {
	_uid: string;
	component: string;
	_parentUid?: string | undefined;
	/** Its place among its parent's bloks. */
	_parentindex?: number | string | undefined;
}

/** What is in a blok's comment. */
export interface BlokMark {
	name: string;
	space: string;
	uid: string;
	id: string;
}

/** What the page says of itself, as the service's bridge does. */
export const bridgeConfig = {
	customParent: null,
	resolveRelations: null,
	resolveLinks: null,
	preventClicks: false,
	initOnlyOnce: true,
	fallbackLang: null,
};

/** What the page tells the editor. */
export type ToEditor =
	| { action: 'initialized'; config: Record<string, unknown> }
	| { action: 'ping' }
	| { action: 'noFocus' }
	| { action: 'edit'; dataC: BlokMark; config: Record<string, unknown> }
	| { action: BlokAction; blok: Breadcrumb };

/** What the menu of a blok does. */
export type BlokAction =
	| 'addBlockBefore'
	| 'addBlockAfter'
	| 'duplicateBlock'
	| 'copy'
	| 'moveForward'
	| 'moveBackward'
	| 'deleteBlock';

/** What the page asks the server. */
export type PreviewRequest =
	/** The page as it was sent, which the browser has changed since. */
	| { do: 'start'; path: string; sent: string }
	/** The page, with what the editor has of its story and has not saved. */
	| { do: 'render'; path: string; story?: unknown }
	/** The same, after the space's content was loaded again. */
	| { do: 'refresh'; path: string }
	/** The address of another page, with a ticket. */
	| { do: 'visit'; path: string };

/** What the server answers. A ticket takes the place of the one before. */
export interface PreviewAnswer {
	ticket: string;
	html?: string;
	/** Where the page is now, or the page that was asked for. */
	address?: string;
	/** A sentence for the editor. */
	message?: string;
}

/** What a page in preview is told. */
export interface PreviewSettings {
	/** Where requests go. */
	endpoint: string;
	/** Path of the page in the site. */
	path: string;
	/** The site's base, without a slash at the end. */
	base: string;
	/** The path under which pages are shown in preview, with the base. */
	prefix: string;
	ticket: string;
	/** Which page the server sent. */
	sent: string;
	/** Origins of editors. */
	editors: readonly string[];
	storyId: number;
	lang: string;
}

/** What the editor tells the page, as far as we use it. */
export interface FromEditor {
	action: string;
	story?: { id?: unknown; content?: unknown };
	storyId?: string | number;
	blockId?: string;
	componentId?: string;
	componentIds?: readonly string[];
	componentNames?: Record<string, string>;
	/** Of the editor: version 2 can copy bloks. */
	appVersion?: string;
	breadcrumbs?: readonly Breadcrumb[];
	blok?: BlokMark;
	canAddBlocks?: boolean;
	canMoveForward?: boolean;
	canMoveBackward?: boolean;
	canDeleteBlocks?: boolean;
}

/** The header of requests that has the ticket. */
export const ticketHeader = 'x-slugline-ticket';

/** Where the first script of a page leaves what the client needs. */
export const handOver = '__sluglinePreview';
