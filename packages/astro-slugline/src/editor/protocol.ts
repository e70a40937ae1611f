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

/** What the editor shows when it opens. */
export interface EditorState {
	space: string;
	/** Codes beside the default language. */
	languages: string[];
	stories: ListedStory[];
	/** Types of the fields of each blok, as TypeScript names them. */
	fields: Record<string, Record<string, readonly string[]>>;
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
