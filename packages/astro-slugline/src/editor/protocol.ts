import type { EditedStory } from '../space/index.js';

/** A story in the editor's list. */
export type ListedStory = {
	-readonly [Name in 'id' | 'name' | 'slug' | 'uuid' | 'languages']: EditedStory[Name];
} & {
	component: string;
};

/** A field, described from the content of the whole space. */
export interface FieldFacts {
	/** The types of its values, in TypeScript's notation. @example ['string'], ["Bloks['teaser'][]"] */
	types: readonly string[];
	/** The form of its texts. */
	text?: 'line' | 'lines' | 'markdown' | 'date' | 'time';
	/** Its values, to choose from, if they are few and repeat. */
	values?: readonly string[];
	/** True if every blok of the kind, and there are several, has a text here. */
	isNeverEmpty?: boolean;
}

/** The state with which the editor opens. */
export interface EditorState {
	space: string;
	/** Codes of the languages besides the default one. */
	languages: string[];
	stories: ListedStory[];
	/** Fields by the names of blok and field, in the order of the content. */
	fields: Record<string, Record<string, FieldFacts>>;
}

/** A story in one language. */
export type EditedState = Omit<EditedStory, 'content'> & { lang: string; content: Record<string, unknown> };

/** A request of the editor. */
export type EditorRequest =
	| { do: 'state' }
	| { do: 'story'; slug: string; lang: string }
	/** Requests a preview URL with a signature like the service's. */
	| { do: 'open'; id: number; lang: string; component: string }
	| (Change & { slug: string; lang: string });

/** A change of a story. `republish` undoes the last `unpublish`. */
export type Change =
	| { do: 'publish' | 'unpublish' | 'republish' }
	/** `without` has the names of fields to remove. */
	| { do: 'save'; name?: string; content: Record<string, unknown>; without: string[] };
