import type { EditedState, EditorRequest, EditorState, ListedStory } from '../protocol.js';
import { make } from './dom.js';
import { createForm } from './form.js';

/** A story in one language: its saved content, and its current content. */
interface Opened {
	story: ListedStory;
	saved: EditedState;
	name: string;
	content: Record<string, unknown>;
}

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const [list, search, status, frame] = [
	find<HTMLUListElement>('stories'),
	find<HTMLInputElement>('search'),
	find('status'),
	find<HTMLIFrameElement>('frame'),
];
const languages = find<HTMLSelectElement>('language');
const buttons = {
	save: find<HTMLButtonElement>('save'),
	publish: find<HTMLButtonElement>('publish'),
	unpublish: find<HTMLButtonElement>('unpublish'),
};

/** Limit of stories in the list. The search finds the others. */
const maxListed = 500;

let state: EditorState;
let shown: Opened | undefined;
/** Unsaved changes, by story and language. They stay when another story is opened. */
const unsaved = new Map<string, Opened>();
/** Number of stories opened so far. Responses for an earlier one are dropped. */
let turns = 0;

async function ask<Answer>(request: EditorRequest): Promise<Answer> {
	const response = await fetch(location.pathname, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(request),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.message);
	return answer;
}

/** Shows the result of an action. */
async function attempt(done: string, run: () => Promise<unknown>): Promise<void> {
	try {
		await run();
		status.textContent = shown && !isSaved(shown) ? 'Not saved' : done;
	} catch (error) {
		status.textContent = error instanceof Error ? error.message : String(error);
	}
}

const keyOf = (id: number, lang: string): string => `${id} ${lang}`;

function showList(): void {
	const wanted = search.value.toLowerCase();
	const found = state.stories.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
	list.replaceChildren(...found.slice(0, maxListed).map(itemOf));
	const more = found.length - maxListed;
	if (more > 0) list.append(make('li', { className: 'more', textContent: `${more} more: search for them` }));
}

function itemOf(story: ListedStory): HTMLElement {
	const isUnsaved = [...unsaved.values()].some((opened) => opened.story.id === story.id);
	const notes = [...(story.published ? [] : ['draft']), ...(isUnsaved ? ['not saved'] : [])];
	const name = make('span', { textContent: story.name });
	const button = make(
		'button',
		{ type: 'button' },
		name,
		make('small', { textContent: story.slug.replace(/^.*\/(?=.)/s, '') }),
	);
	for (const note of notes) name.append(' ', make('em', { textContent: note }));
	button.title = story.slug;
	button.style.paddingInlineStart = `${0.6 + (story.slug.replace(/\/$/, '').split('/').length - 1) * 0.8}rem`;
	if (story.id === shown?.story.id) button.setAttribute('aria-current', 'true');
	button.addEventListener('click', () => void attempt('', () => open(story)));
	return make('li', {}, button);
}

async function open(story: ListedStory): Promise<void> {
	turns += 1;
	const turn = turns;
	const lang = languages.value;
	const asLeft = unsaved.get(keyOf(story.id, lang));
	const [saved, { address }] = await Promise.all([
		asLeft?.saved ?? ask<EditedState>({ do: 'story', slug: story.slug, lang }),
		ask<{ address: string }>({ do: 'open', id: story.id, lang, component: story.component }),
	]);
	if (turn !== turns) return;
	const opened = asLeft ?? { story, saved, name: saved.name, content: structuredClone(saved.content) };
	shown = opened;
	find('title').textContent = saved.name;
	history.replaceState(null, '', `#${story.id}`);
	for (const button of Object.values(buttons)) button.disabled = false;
	const hadFocus = list.contains(document.activeElement);
	showList();
	if (hadFocus) list.querySelector<HTMLElement>('[aria-current]')?.focus();
	find('lists').replaceChildren();
	find('form').replaceChildren(
		...createForm({
			...{ state, name: opened.name, content: opened.content },
			onName(value) {
				opened.name = value;
				changed(opened);
			},
			onChange: () => changed(opened),
		}),
	);
	frame.src = address;
}

const isSaved = ({ saved, name, content }: Opened): boolean =>
	name === saved.name && JSON.stringify(content) === JSON.stringify(saved.content);

/** Sends the current content to the page, as the service's editor does. */
function changed(opened: Opened): void {
	const key = keyOf(opened.story.id, opened.saved.lang);
	const isNew = !unsaved.has(key);
	unsaved.set(key, opened);
	if (isNew) showList();
	status.textContent = 'Not saved';
	sendStory(opened);
}

function sendStory({ story: { id, uuid, slug }, name, content }: Opened): void {
	post({ action: 'input', story: { id, uuid, full_slug: slug, name, content } });
}

/** The site may have another origin than the editor. */
const siteOrigin = (): string => new URL(frame.src, location.href).origin;

const post = (message: unknown): void => frame.contentWindow?.postMessage(message, siteOrigin());

async function save(opened: Opened): Promise<void> {
	const { story, saved } = opened;
	// Text that is typed during the request is not saved by it.
	const saving = { ...saved, name: opened.name, content: structuredClone(opened.content) };
	const fields = Object.entries(saving.content).filter(
		([field, value]) => JSON.stringify(value) !== JSON.stringify(saved.content[field]),
	);
	const content = Object.fromEntries(fields);
	const named = saving.name === saved.name ? {} : { name: saving.name };
	if (fields.length > 0 || 'name' in named)
		await ask({ do: 'save', slug: story.slug, lang: saved.lang, content, ...named });
	opened.saved = saving;
	if (isSaved(opened)) unsaved.delete(keyOf(story.id, saved.lang));
	story.name = saving.name;
	showList();
	if (opened === shown) follow(opened, 'change');
}

async function publish(opened: Opened, what: 'publish' | 'unpublish'): Promise<void> {
	if (what === 'publish') await save(opened);
	await ask({ do: what, slug: opened.story.slug, lang: opened.saved.lang });
	state = await ask<EditorState>({ do: 'state' });
	showList();
	if (opened === shown) follow(opened, `${what}ed`);
}

/** Makes the page show the saved content, and then the unsaved changes. */
function follow(opened: Opened, action: string): void {
	find('title').textContent = opened.saved.name;
	post({ action, slug: opened.story.slug, storyId: opened.story.id });
	if (!isSaved(opened)) sendStory(opened);
}

const act = (done: string, run: (opened: Opened) => Promise<void>) => () => {
	const opened = shown;
	if (opened) void attempt(done, () => run(opened));
};

search.addEventListener('input', showList);
languages.addEventListener('change', () => {
	const story = shown?.story;
	if (story) void attempt('', () => open(story));
});
find('form').addEventListener('submit', (event) => event.preventDefault());
buttons.save.addEventListener('click', act('Saved as a draft', save));
buttons.publish.addEventListener(
	'click',
	act('Published', (opened) => publish(opened, 'publish')),
);
buttons.unpublish.addEventListener(
	'click',
	act('Unpublished', (opened) => publish(opened, 'unpublish')),
);
addEventListener('keydown', (event) => {
	if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
	event.preventDefault();
	buttons.save.click();
});
addEventListener('beforeunload', (event) => {
	if (unsaved.size > 0) event.preventDefault();
});
// A page in preview announces itself, and receives the unsaved changes.
addEventListener('message', ({ source, origin, data }) => {
	if (source !== frame.contentWindow || origin !== siteOrigin()) return;
	if (data?.action === 'ping') {
		post({ action: 'pingBack' });
		if (shown && !isSaved(shown)) sendStory(shown);
	}
	if (data?.action === 'edit') {
		const uid = CSS.escape(String(data.dataC?.uid));
		const blok = document.querySelector<HTMLElement>(`[data-uid="${uid}"]`);
		blok?.scrollIntoView({ block: 'nearest' });
		blok?.querySelector<HTMLElement>('input, textarea, select')?.focus();
	}
});

void attempt('', async () => {
	state = await ask<EditorState>({ do: 'state' });
	find('space').textContent = state.space;
	document.title = `${state.space} · Editor`;
	for (const code of ['default', ...state.languages]) languages.append(new Option(code, code));
	showList();
	// The URL of the editor can contain the number of a story.
	const wanted = state.stories.find(({ id }) => `#${id}` === location.hash);
	if (wanted) await open(wanted);
});
