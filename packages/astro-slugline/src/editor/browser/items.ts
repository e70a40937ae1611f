import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { StoryUse } from '../../space/index.js';
import type { ChangedItems, EditedState, EditorRequest, ListedFolder, ListedStory } from '../protocol.js';
import { refresh } from './actions.js';
import { ask as openDialog } from './controls/dialog.js';
import { find, labelled, make } from './controls/dom.js';
import { ask } from './controls/requests.js';
import { slugOf } from './controls/slug.js';
import { line } from './controls/texts.js';
import { addStep, createOpened, isSaved } from './history.js';
import { attempt, close, goneStories, keyOf, open, screen } from './screen.js';
import { inTurn } from './turns.js';

/** Screens that change which stories and folders there are. */

type Item = ListedStory | ListedFolder;

/** The id of the last change, by which it can be undone. */
let lastStep = '';

/** Asks about an item of the list, which shows what there is if another one has its slug by now. */
async function askOfItem<Answer>(request: EditorRequest): Promise<Answer> {
	try {
		return await inTurn(() => ask<Answer>(request));
	} catch (error) {
		if (error instanceof Error && error.cause === 409) await refresh(await ask({ do: 'state' }));
		throw error;
	}
}

/** Sends a change, shows what there is now, and offers to undo it. */
async function change(said: string, request: EditorRequest): Promise<string> {
	const { state, step } = await askOfItem<ChangedItems>(request);
	lastStep = step;
	await refresh(state);
	return report(said);
}

/** Says what is done, and what is still typed in stories that are gone, and offers to undo it. */
async function report(said: string): Promise<string> {
	const gone = new Intl.ListFormat('en').format(goneStories().map(({ name }) => name));
	const kept = gone && `. What you typed in ${gone} is still here. Copy makes a new story of it.`;
	await attempt('', async () => said + kept);
	find('restore').hidden = false;
	return said + kept;
}

export const restore = (): void =>
	void attempt('', () => change('Taken back', { do: 'restore', step: lastStep }));

/** Chooses a folder of the space. */
function folderChoice(chosen: string, isPossible = (_: string) => true): HTMLSelectElement {
	const { stories, folders } = screen.state;
	const found = [...stories.filter(({ slug }) => slug.endsWith('/')), ...folders].map(({ slug }) =>
		trimSlashes(slug),
	);
	const parents = stories.map(({ slug }) => parentOf(slug));
	const all = [...new Set([...found, ...parents, chosen])]
		.filter((one) => one !== '' && isPossible(one))
		.sort();
	const choice = make('select', {}, new Option('None', ''), ...all.map((one) => new Option(one, one)));
	choice.value = chosen;
	return choice;
}

/** A box for the last segment of a slug, which has the form of one when it is left. */
function slugBox(text: string): HTMLInputElement {
	const box = line(text, () => {});
	box.addEventListener('change', () => {
		if (box.value !== text) box.value = slugOf(box.value);
	});
	return box;
}

const parentOf = (slug: string): string => trimSlashes(slug).split('/').slice(0, -1).join('/');
const lastOf = (slug: string): string => trimSlashes(slug).split('/').at(-1) ?? '';

interface Start {
	/** The story to copy. */
	from?: ListedStory;
	/** The folder to give a start page. */
	folder?: ListedFolder;
}

/** Asks what to create: a story, a folder, a copy, or the start page of a folder. */
export function createItem({ from, folder }: Start = {}): void {
	const { contentTypes } = screen.state;
	const where = folderChoice(from ? parentOf(from.slug) : '');
	const slug = slugBox('');
	let isTyped = false;
	slug.addEventListener('input', () => {
		isTyped = true;
	});
	const name = line(folder?.name ?? (from ? `${from.name} (copy)` : ''), (text) => {
		if (!isTyped) slug.value = slugOf(text);
	});
	slug.value = from ? slugOf(name.value) : '';
	const kinds = ['Folder', ...contentTypes].slice(folder ? 1 : 0);
	const kind =
		contentTypes.length === 0
			? line('', () => {})
			: make('select', {}, ...kinds.map((one, at) => new Option(one, at === 0 && !folder ? '' : one)));
	const propose = () => {
		const beside = folder ? undefined : typeIn(where.value);
		kind.value = beside ?? contentTypes.find((one) => one === 'page') ?? kinds.at(-1) ?? '';
	};
	if (kind instanceof HTMLSelectElement) {
		propose();
		where.addEventListener('change', propose);
	}
	kind.addEventListener('change', () => where.removeEventListener('change', propose));
	const fields = [
		labelled('Name', name),
		...(folder ? [] : [labelled('Slug', slug), labelled('In folder', where)]),
		...(from ? [] : [labelled('Content type', kind)]),
	];
	const create = async () => {
		const own = [where.value, slug.value.trim()].filter(Boolean).join('/');
		const wanted = folder ? `${folder.slug}/` : own;
		// The story with this slug is the start page of the space, which is at `/`.
		const place = wanted === 'home' ? '/' : wanted;
		const component = from?.component ?? kind.value.trim();
		const what =
			from && !isGone(from) ? { from: from.slug, fromId: from.id } : component ? { component } : {};
		if (name.value.trim() === '' || wanted === '') throw new Error('A name and a slug are needed.');
		await change('Created', { do: 'create', slug: place, name: name.value.trim(), ...what });
		const story = screen.state.stories.find((one) => one.slug === wanted);
		find<HTMLInputElement>('search').value = '';
		if (from && story) await copyTyped(from, story);
		if (story) await open(story);
		await report(`Created ${name.value.trim()}`);
	};
	openDialog(from ? `Copy ${from.name}` : 'New', fields, { Create: create });
}

/** The content type of most stories in a folder. */
function typeIn(folder: string): string | undefined {
	const beside = screen.state.stories.filter(({ slug }) => !slug.endsWith('/') && parentOf(slug) === folder);
	const types = [...Map.groupBy(beside, ({ component }) => component)];
	return types.sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

const isGone = (story: ListedStory): boolean => goneStories().some(({ id }) => id === story.id);

/** Opens a copy with what is typed in the original, and not saved. */
async function copyTyped(from: ListedStory, story: ListedStory): Promise<void> {
	for (const one of [...screen.edited.values()].filter((one) => one.story.id === from.id && !isSaved(one))) {
		const { lang } = one.saved;
		const copy = createOpened(story, await ask<EditedState>({ do: 'story', id: story.id, lang }));
		copy.content = { ...structuredClone(one.content), _uid: copy.content['_uid'] };
		if (lang === 'default') copy.front = { ...copy.front, tag_list: one.front['tag_list'] };
		if (lang !== 'default' && one.name !== one.saved.name) copy.name = one.name;
		addStep(copy);
		screen.edited.set(keyOf(story.id, lang), copy);
		if (isGone(from)) close(one);
	}
}

export const copyStory = (from: ListedStory): void => createItem({ from });

/** Asks for other slugs of a story or folder, and another folder. A start page has those of its folder. */
export function renameItem(item: Item): void {
	const isBare = 'place' in item;
	const isFolder = isBare || item.slug.endsWith('/');
	const slug = isBare || !item.slug.endsWith('/') ? item.slug : trimSlashes(item.slug);
	const box = (text: string) => line(text, () => {});
	const [name, own] = [box(item.name), slugBox(lastOf(slug))];
	const where = folderChoice(parentOf(slug), (one) => !`${one}/`.startsWith(`${slug}/`));
	const translated = screen.state.languages.flatMap(({ code, name }) => {
		const before = item.slugs[code];
		return before === undefined
			? []
			: [{ code, name, before, box: slugBox(before === lastOf(slug) ? '' : before) }];
	});
	const rename = async () => {
		const slugs = translated.flatMap(({ code, box, before }) => {
			const after = box.value.trim();
			return after === before || (after === '' && before === lastOf(slug)) ? [] : [[code, after]];
		});
		const [to, folder] = [own.value.trim(), where.value];
		if (to === '') throw new Error('A slug is needed.');
		await change(to === lastOf(slug) && folder !== parentOf(slug) ? 'Moved' : 'Renamed', {
			...{ do: 'rename', slug, isFolder, id: item.id, slugs: Object.fromEntries(slugs) },
			...(isBare && name.value.trim() ? { name: name.value.trim() } : {}),
			...(to === lastOf(slug) ? {} : { to }),
			...(folder === parentOf(slug) ? {} : { folder }),
		});
	};
	const texts = make('div');
	const showTexts = (uses: StoryUse[]) => {
		const changed = uses.filter(({ isText }) => isText);
		texts.append(...listOf(changed, 'These have the address in a text, which you have to change:'));
	};
	const say = ({ message }: Error) => texts.append(make('p', { className: 'note', textContent: message }));
	void askOfItem<StoryUse[]>({ do: 'uses', slug, isFolder, id: item.id }).then(showTexts).catch(say);
	const fields = [
		...(isBare ? [labelled('Name', name)] : []),
		labelled('Slug', own),
		...translated.map(({ name, box }) => labelled(`Slug in ${name}`, box)),
		labelled('In folder', where),
		texts,
	];
	openDialog(`Rename or move ${item.name}`, fields, { Rename: rename });
}

/** Asks before a story or a folder is deleted. */
export const deleteItem = (item: Item): void => void attempt('', () => askToDelete(item));

async function askToDelete(item: Item): Promise<void> {
	const within = screen.state.stories.filter(({ slug }) => slug.startsWith(`${item.slug}/`));
	const [slug, isFolder] = [item.slug, 'place' in item];
	const what = isFolder ? `The folder and ${within.length} stories in it` : 'The story in all languages';
	const uses = await askOfItem<StoryUse[]>({ do: 'uses', slug, isFolder, id: item.id });
	const needing = uses.filter(({ isNeeded }) => isNeeded);
	const title = `Delete ${item.name}`;
	if (needing.length > 0) {
		const first = 'Before that, remove what leads to it, from drafts and translations, too, in:';
		openDialog(title, listOf(needing, first), {});
		return;
	}
	const warning = make('p', { textContent: `${what} will be deleted. You can take that back.` });
	const remove = () => change('Deleted', { do: 'delete', slug, isFolder, id: item.id });
	openDialog(title, [warning, ...listOf(uses, 'These lead to it:')], { Delete: remove });
}

/** Lists stories that lead to another one. */
function listOf(uses: readonly StoryUse[], title: string): HTMLElement[] {
	const items = uses.map(({ name, slug }) => make('li', { textContent: `${name} (${slug})` }));
	return items.length > 0 ? [make('p', { textContent: title }), make('ul', {}, ...items)] : [];
}

/** What can be done with a folder that has no start page. */
export const openFolder = (folder: ListedFolder): void =>
	openDialog(folder.name, [make('p', { textContent: `The folder ${folder.slug} has no start page.` })], {
		'Add a start page': async () => createItem({ folder }),
		'Rename or move': async () => renameItem(folder),
		Delete: () => askToDelete(folder),
	});
