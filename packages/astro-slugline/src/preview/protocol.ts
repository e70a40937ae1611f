/** A blok as the editor names it. */
export interface Breadcrumb {
	_uid: string;
	component: string;
	_parentUid?: string | undefined;
	/** Its index among the bloks of its parent. */
	_parentindex?: number | string | undefined;
}

/** The JSON in the comment that marks a blok. */
export interface BlokMark {
	name: string;
	space: string;
	uid: string;
	id: string;
}

/** How the page introduces itself to the editor, as the vendor's bridge does. */
export const bridgeConfig = {
	customParent: null,
	resolveRelations: null,
	resolveLinks: null,
	preventClicks: false,
	initOnlyOnce: true,
	fallbackLang: null,
};

/** A message from the page to the editor. */
export type ToEditor =
	| { action: 'initialized'; config: Record<string, unknown> }
	| { action: 'ping' }
	| { action: 'noFocus' }
	| { action: 'edit'; dataC: BlokMark; config: Record<string, unknown> }
	| { action: BlokAction; blok: Breadcrumb };

/** An action in the menu of a blok. */
export type BlokAction =
	| 'addBlockBefore'
	| 'addBlockAfter'
	| 'duplicateBlock'
	| 'copy'
	| 'moveForward'
	| 'moveBackward'
	| 'deleteBlock';

/** A request from a page to the server. */
export type PreviewRequest =
	/** The page as the server sent it, because scripts may have changed it since. */
	| { do: 'start'; path: string; sent: string }
	/** The page with the unsaved edits of its story. */
	| { do: 'render'; path: string; story?: unknown }
	/** The same, after the content of the space was reloaded. */
	| { do: 'refresh'; path: string }
	/** The URL of another page, with a ticket. */
	| { do: 'visit'; path: string };

/** A page as the server sent it. */
export interface SentPage {
	html: string;
	/** The nonces of its policies, in their order. Those of each response differ. */
	nonces: readonly string[];
}

/** The server's response. Its ticket replaces the previous one. */
export interface PreviewAnswer {
	ticket: string;
	/** Version of the scripts that the server sends now, as in `PreviewSettings`. */
	scripts: string;
	page?: SentPage;
	/** The path of the page with a ticket, if it has moved or another page was requested. */
	address?: string;
}

/** The settings of a page in preview. */
export interface PreviewSettings {
	/** Path in the site's origin that requests are sent to. */
	endpoint: string;
	/** Path of the page in the site. */
	path: string;
	/** The site's base, without a trailing slash. */
	base: string;
	/** The path below which pages are previewed, including the base. */
	prefix: string;
	ticket: string;
	/** Id of the page that the server sent, for `start`. */
	sent: string;
	/** Version of the scripts in this page. Scripts of two versions do not work together. */
	scripts: string;
	/** Origins of editors. */
	editors: readonly string[];
	/** Those of the page that was sent, as in `SentPage`. */
	nonces: readonly string[];
	/** True if a policy trusts every file that a script loads (`'strict-dynamic'`). */
	isStrict: boolean;
	storyId: number;
	lang: string;
	/** True if the site has no such page, and shows the one for missing pages. */
	isMissing: boolean;
}

/** A message from the editor to the page, with the fields that are used here. */
export interface FromEditor {
	action: string;
	story?: { id?: unknown; content?: unknown };
	storyId?: string | number;
	blockId?: string;
	componentId?: string;
	componentIds?: readonly string[];
	componentNames?: Record<string, string>;
	/** Version of the editor. Version 2 can copy bloks. */
	appVersion?: string;
	breadcrumbs?: readonly Breadcrumb[];
	blok?: BlokMark;
	canAddBlocks?: boolean;
	canMoveForward?: boolean;
	canMoveBackward?: boolean;
	canDeleteBlocks?: boolean;
}

/** The request header that contains the ticket. */
export const ticketHeader = 'x-slugline-ticket';
