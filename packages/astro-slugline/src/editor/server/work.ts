import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sign, writeEditorAddress } from '../../preview/index.js';
import { Refusal } from '../../shared/http/page-request.js';
import type { EditedStory, OpenStory, Space, Undo } from '../../space/index.js';
import type { SpaceTypes } from '../../types/index.js';
import type { Content } from '../../wire/index.js';
import type { ChangedItems, EditedState, EditorRequest, EditorState } from '../protocol.js';
import { fieldsIn, fieldsOf } from './fields.js';
import { addFile, listFiles, type PublicFolder } from './files.js';

export interface EditorOptions {
	/** The folder that is edited. */
	space: Space;
	/** URL below which the site previews its pages. @example 'http://localhost:4321/_slugline/preview/' */
	preview: () => string;
	/** The token that signs URLs. @default that of the folder */
	previewToken?: string | undefined;
	/** The types of the content, if the site has a file of components. */
	types?: (() => Promise<SpaceTypes | undefined>) | undefined;
	/** What does not match them in the content of a story. */
	problemsIn?: ((content: Content) => Promise<readonly string[]>) | undefined;
	/** The files that content can name. */
	files?: PublicFolder | undefined;
}

/** What the editor works with. */
export interface Desk extends EditorOptions {
	/** The stories that were opened, by id and language. Each remembers how its files began. */
	opened: Map<string, OpenStory>;
	/** What undoes the steps, by their ids. */
	steps: Map<string, Undo>;
}

type Asking<Do extends EditorRequest['do']> = Extract<EditorRequest, { do: Do }>;

/** Does what the page asks for, and returns the state to show. */
export async function work(desk: Desk, asked: EditorRequest): Promise<unknown> {
	if (asked.do === 'state') return stateOf(desk);
	if (asked.do === 'open') return addressOf(desk, asked);
	if (asked.do === 'files' || asked.do === 'upload') return workOnFiles(desk, asked);
	if (asked.do === 'uses') return desk.space.edit.uses(await itemAt(desk, asked));
	if (asked.do === 'create' || asked.do === 'rename' || asked.do === 'delete' || asked.do === 'restore') {
		const step = remember(desk, await change(desk, asked));
		return { state: await stateOf(desk), step } satisfies ChangedItems;
	}
	const { story, state } = await open(desk, asked);
	if (asked.do === 'story') return state;
	if (asked.do === 'publish') await refuseMismatch(desk, await story.read());
	const { undo, digest } = await make(story, asked);
	const after: EditedState = { ...state, ...(await story.read()), digest };
	if (asked.do === 'save') return after;
	await Promise.race([desk.space.idle(), delay(maxWebhookWaitMs, undefined, { ref: false })]);
	return { ...after, step: remember(desk, undo), problems: desk.space.webhookProblems() };
}

const make = (story: OpenStory, asked: Asking<'save' | 'publish' | 'unpublish'>) => {
	if (asked.do === 'save') return save(story, asked);
	const expected = expectedBy(asked);
	return asked.do === 'publish' ? story.publish(expected, new Date()) : story.unpublish(expected);
};

/** Remembers a step under an id that no other run of the editor has. */
function remember({ steps }: Desk, undo: Undo): string {
	const step = randomUUID();
	steps.set(step, undo);
	return step;
}

async function workOnFiles({ files, space }: Desk, asked: Asking<'files' | 'upload'>) {
	if (!files)
		throw new Refusal(
			404,
			'This editor does not know the public folder of the site. Use the editor of `astro dev`, or type the address of a file.',
		);
	if (asked.do === 'files') return listFiles(files.path);
	return addFile(
		files.path,
		(await space.edit.list()).map(({ content }) => content),
		asked,
	);
}

/** Changes which stories and folders there are. */
async function change(desk: Desk, asked: Asking<'create' | 'rename' | 'delete' | 'restore'>): Promise<Undo> {
	const { edit } = desk.space;
	if (asked.do === 'create') {
		const { from, fromId: id } = asked;
		if (from !== undefined) await itemAt(desk, { slug: from, isFolder: false, id });
		return edit.create(asked.slug, asked);
	}
	if (asked.do === 'delete') return edit.delete(await itemAt(desk, asked));
	if (asked.do === 'rename') {
		const { name, to, folder, slugs } = asked;
		return edit.rename(await itemAt(desk, asked), { name, slug: to, folder, slugs });
	}
	const undo = desk.steps.get(asked.step);
	if (undo) return undo();
	throw new Refusal(
		404,
		'The editor was started again since then, and no longer knows how to undo this. Undo it in the version control of the folder.',
	);
}

/** The story or folder, if there is one. The slug of a start page's folder has no slash at its end. */
async function itemAt({ space }: Desk, { slug, isFolder, id }: Omit<Asking<'uses'>, 'do'>) {
	const items = (await space.edit.listAll()).filter((item) => item.slug === slug || item.slug === `${slug}/`);
	if (items.length === 0) throw new Refusal(404, `There is no story or folder ${slug}.`);
	if (id !== undefined && !items.some((item) => item.id === id))
		throw new Refusal(
			409,
			`Another story or folder has the slug ${slug} by now, so nothing is changed. Choose in the list again.`,
		);
	return isFolder ? { folder: slug } : slug;
}

/** @throws {Refusal} if a build would fail with this content */
async function refuseMismatch({ problemsIn }: Desk, { content }: EditedStory): Promise<void> {
	const problems = (await problemsIn?.(content)) ?? [];
	if (problems.length > 0)
		throw new Refusal(422, `Not published, because a build would fail: ${problems.join('; ')}.`);
}

const maxWebhookWaitMs = 2000;

async function save(story: OpenStory, asked: Asking<'save'>) {
	const { name, front, content, without } = asked;
	JSON.stringify([name, content], (key, inner) => {
		if (!key.startsWith('editor:')) return inner;
		throw new Refusal(
			422,
			`The field ${JSON.stringify(key)} is a mark of the editor, so nothing is written. Reload it.`,
		);
	});
	const removed = Object.fromEntries(without.map((field) => [field, undefined]));
	const named = name === undefined ? {} : { name };
	return story.save({ ...named, frontmatter: front, content: { ...content, ...removed } }, expectedBy(asked));
}

const expectedBy = ({ digest }: { digest?: string | undefined }) =>
	digest === undefined ? undefined : { digest };

/** The address of a story's page in preview. */
async function addressOf({ space, preview, previewToken }: Desk, { id, lang, component }: Asking<'open'>) {
	const { id: spaceId } = await space.edit.about();
	const signature = await sign({ spaceId, previewToken: previewToken ?? space.tokens.preview }, Date.now());
	const parameters = writeEditorAddress({ storyId: id, lang, component, signature });
	// No page has this path. At that of one, preview would show it in place of a page that the story does not have.
	return { address: `${preview().replace(/\/$/, '')}/_/?${parameters}` };
}

/** Opens a story, or continues with the opened one. */
async function open({ space, opened }: Desk, { id, lang }: { id: number; lang: string }) {
	const language = lang === 'default' ? {} : { language: lang };
	const key = `${id} ${lang}`;
	const story = opened.get(key) ?? (await space.edit.open(id, language).catch(refuse));
	opened.set(key, story);
	const state: EditedState = { ...(await story.read().catch(refuse)), lang };
	return { story, state };
}

async function stateOf({ space, types, files }: Desk): Promise<EditorState> {
	const items = await space.edit.listAll();
	const stories = items.filter((item) => 'content' in item);
	const folders = items.flatMap((item, place) => ('content' in item ? [] : [{ ...item, place }]));
	const defined = await types?.();
	const contents = stories.map(({ content }) => content);
	const {
		name,
		defaultLanguage,
		languages: others,
		contentTypes: named,
		datasources,
	} = await space.edit.about();
	const found = fieldsIn(contents);
	// `space.yaml` names nested bloks, too.
	const declared = [...named.keys()].filter((one) => !(one in found) && !defined?.bloks.has(one));
	const contentTypes = [...contents.map(({ component }) => component), ...declared];
	return {
		space: name,
		languages: [
			{ code: 'default', name: defaultLanguage.name ?? defaultLanguage.code ?? 'Default' },
			...others,
		],
		folders,
		contentTypes: [...new Set([...contentTypes, ...(defined?.contentTypes ?? [])])].sort(),
		fields: fieldsOf(found, named, defined, datasources),
		files: files?.url(),
		stories: stories.map(({ content, own: _, ...story }) => ({ ...story, component: content.component })),
	};
}

function refuse(error: unknown): never {
	const isMissing = error instanceof Error && error.name === 'SpaceEditError';
	throw isMissing ? new Refusal(404, error.message) : error;
}
