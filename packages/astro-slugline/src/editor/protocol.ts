/** A story as the editor lists it. */
export interface ListedStory {
	id: number;
	name: string;
	/** Full slug in the default language. */
	slug: string;
	uuid: string;
	component: string;
	published: boolean;
}

/** What the content of the whole space says about a field. */
export interface FieldFacts {
	/** As TypeScript names them. @example ['string'], ["Bloks['teaser'][]"] */
	types: readonly string[];
	/** How its texts look. */
	text?: 'line' | 'lines' | 'markdown' | 'date' | 'time';
	/** The values that it has, where they are few and repeat: what an editor chooses from. */
	values?: readonly string[];
}

/** What the editor shows when it opens. */
export interface EditorState {
	space: string;
	/** Codes beside the default language. */
	languages: string[];
	stories: ListedStory[];
	/** By the names of bloks and fields. */
	fields: Record<string, Record<string, FieldFacts>>;
}

/** A story in one language. */
export interface EditedState {
	id: number;
	name: string;
	lang: string;
	content: Record<string, unknown>;
}

/** What the editor asks for. */
export type EditorRequest =
	| { do: 'state' }
	| { do: 'story'; slug: string; lang: string }
	/** An address of preview, signed as the service signs. */
	| { do: 'open'; id: number; lang: string; component: string }
	| { do: 'save'; slug: string; lang: string; name?: string; content: Record<string, unknown> }
	| { do: 'publish' | 'unpublish'; slug: string; lang: string };
