import { z } from 'zod';
import type { BareFolder, EditedStory, Expected } from '../space/index.js';

/** A story in the editor's list. */
export type ListedStory = {
	-readonly [Name in 'id' | 'name' | 'slug' | 'slugs' | 'uuid' | 'languages' | 'front']: EditedStory[Name];
} & {
	component: string;
};

/** A folder without a start page, and its place in the list of stories and folders. */
export type ListedFolder = BareFolder & { place: number };

/** A value to choose, and what it is called. */
export interface Choice {
	value: string;
	label: string;
}

/** A field, described from the content of the whole space, and by the components if the site has a file of them. */
export interface FieldFacts {
	/** The types of its values, in TypeScript's notation. @example ['string'], ["Bloks['teaser'][]"] */
	types: readonly string[];
	/** The form of its texts. */
	text?: 'line' | 'lines' | 'markdown' | 'date' | 'time' | undefined;
	/** What editors call it. Default: its name. */
	label?: string;
	/** True if a story without it cannot be published. */
	isRequired?: boolean;
	/** Its values, to choose from, if they are few and repeat. */
	values?: readonly Choice[];
	/** Values that are suggested where others are added. */
	suggested?: readonly Choice[];
	/** True if it can have no other values, or no bloks of another type. */
	isStrict?: boolean;
	/** The content types of stories that it can refer to. Default: all. */
	contentTypes?: readonly string[] | undefined;
	/** True if every blok of the kind, and there are several, has a text here. */
	isNeverEmpty?: boolean;
}

/** The state with which the editor opens. */
export interface EditorState {
	space: string;
	/** The languages, the default one first. */
	languages: { code: string; name: string }[];
	stories: ListedStory[];
	folders: ListedFolder[];
	/** Names of the content types. */
	contentTypes: string[];
	/** Fields by the names of blok and field, in the order of the content. */
	fields: Record<string, Record<string, FieldFacts>>;
	/** URL at which the site serves its public folder. Undefined if that is unknown. @example 'http://localhost:4321' */
	files?: string | undefined;
}

/** A story in one language, and after it is published or unpublished, the id of this step, and what is wrong with its webhooks. */
export type EditedState = Omit<EditedStory, 'content'> &
	Expected & { lang: string; content: Record<string, unknown>; step?: string; problems?: string[] };

/** The stories and folders after a change of which there are, and the id of this step, by which it can be undone. */
export interface ChangedItems {
	state: EditorState;
	step: string;
}

const id = z.number().int().positive();
const slug = z.string().min(1).max(1000);
const segment = z.string().max(1000);
const item = {
	slug,
	/** True for a folder, with which a story may share its slug. */
	isFolder: z.boolean().default(false),
	/** Of the story or folder as the page shows it. Another one at its slug is refused. */
	id: id.optional(),
};
const name = z.string().min(1).max(1000);
const lang = z.string().min(1).max(20);
/** The digest of the story as the page shows it. Without one, the change is made whatever the files contain. */
const digest = z.string().max(100).optional();

/** What the editor's page may ask for. */
export const requestShape = z.discriminatedUnion('do', [
	z.strictObject({ do: z.literal('state') }),
	z.strictObject({ do: z.literal('story'), id, lang }),
	/** Requests a preview URL with a signature like the service's. */
	z.strictObject({ do: z.literal('open'), id, lang, component: z.string() }),
	z.strictObject({
		do: z.literal('save'),
		id,
		lang,
		digest,
		name: z.string().optional(),
		front: z
			.strictObject({
				tag_list: z.array(name).optional(),
				first_published_at: z.string().max(100).nullable().optional(),
			})
			.default({}),
		content: z.record(z.string(), z.unknown()),
		/** Names of the fields to remove. */
		without: z.array(z.string()).default([]),
	}),
	z.strictObject({
		do: z.literal('create'),
		slug,
		name,
		component: name.optional(),
		/** Slug of the story to copy. */
		from: slug.optional(),
		fromId: id.optional(),
	}),
	z.strictObject({
		do: z.literal('rename'),
		...item,
		name: name.optional(),
		to: segment.optional(),
		folder: segment.optional(),
		slugs: z.record(lang, segment).default({}),
	}),
	z.strictObject({ do: z.literal('delete'), ...item }),
	/** Lists the stories that lead to this one. */
	z.strictObject({ do: z.literal('uses'), ...item }),
	/** Lists the files of the site's public folder. */
	z.strictObject({ do: z.literal('files') }),
	/** Adds a file, as base64, to those that content can name. */
	z.strictObject({ do: z.literal('upload'), name: z.string().max(1000), data: z.string() }),
	/** Undoes a step. */
	z.strictObject({ do: z.literal('restore'), step: z.string().max(100) }),
	z.strictObject({ do: z.enum(['publish', 'unpublish']), id, lang, digest }),
]);

/** A request of the editor. */
export type EditorRequest = z.infer<typeof requestShape>;

/** A change of a story, without the story. */
export type Change = WithoutStory<Extract<EditorRequest, { do: 'save' | 'publish' | 'unpublish' }>>;

type WithoutStory<Request> = Request extends unknown ? Omit<Request, 'id' | 'lang' | 'digest'> : never;
