import type { EditedState, EditorRequest, EditorState, ListedStory } from '../protocol.js';
import { unfold } from './bloks.js';
import { make, rove } from './dom.js';
import { createForm } from './form.js';
import {
	addStep,
	addUnpublished,
	createOpened,
	discard,
	goTo,
	isSaved,
	type Opened,
	unpublished,
} from './history.js';

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const [list, search, status, frame, form] = [
	find<HTMLUListElement>('stories'),
	find<HTMLInputElement>('search'),
	find('status'),
	find<HTMLIFrameElement>('frame'),
	find<HTMLFormElement>('form'),
];
const languages = find<HTMLSelectElement>('language');
const buttonOf = (id: string) => find<HTMLButtonElement>(id);
const [views, undoButton, discardButton] = [find('views'), buttonOf('undo'), buttonOf('discard')];

/** Limit of stories in the list. The search finds the others. */
const maxListed = 500;

let state: EditorState;
let shown: Opened | undefined;
/** Stories with steps that can be undone, by story and language. They stay when another story is opened. */
const edited = new Map<string, Opened>();
/** Number of stories opened so far. Responses for an earlier one are dropped. */
let turns = 0;
/** The `_uid` of the blok that has the focus. */
let selected: string | undefined;
/** The control that the current event continues a word in. */
let typed: EventTarget | undefined;

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
	showState();
}

const keyOf = (id: number, lang: string): string => `${id} ${lang}`;

function showList(): void {
	const wanted = search.value.toLowerCase();
	const found = state.stories.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
	list.replaceChildren(...found.slice(0, maxListed).map(itemOf));
	const more = found.length - maxListed;
	if (more > 0) list.append(make('li', { className: 'more', textContent: `${more} more: search for them` }));
	if (found.length === 0)
		list.append(
			make('li', { className: 'more', textContent: `No story has “${search.value}” in its name or slug.` }),
		);
	rove(list, '[aria-current]');
}

function itemOf(story: ListedStory): HTMLElement {
	const isUnsaved = [...edited.values()].some((opened) => opened.story.id === story.id && !isSaved(opened));
	const notes = [...(story.published ? [] : ['draft']), ...(isUnsaved ? ['not saved'] : [])];
	const name = make('span', { textContent: story.name || 'Without a name' });
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
	const asLeft = edited.get(keyOf(story.id, lang));
	const [saved, { address }] = await Promise.all([
		asLeft?.saved ?? ask<EditedState>({ do: 'story', slug: story.slug, lang }),
		ask<{ address: string }>({ do: 'open', id: story.id, lang, component: story.component }),
	]);
	if (turn !== turns) return;
	shown = asLeft ?? createOpened(story, saved);
	// A reload, and the browser's way back, lead to the same story in the same language.
	const hash = lang === 'default' ? `#${story.id}` : `#${story.id}/${lang}`;
	if (location.hash !== hash) history.pushState(null, '', hash);
	const hadFocus = list.contains(document.activeElement);
	showList();
	if (hadFocus) list.querySelector<HTMLElement>('[aria-current]')?.focus();
	if (document.body.dataset['view'] === 'stories') view('fields');
	showForm(shown);
	frame.src = address;
}

function showForm(opened: Opened): void {
	const controls = () => [...form.querySelectorAll<HTMLElement>('input, textarea, select, button')];
	const place = controls().indexOf(document.activeElement as HTMLElement);
	find('lists').replaceChildren();
	const { own, content: saved, lang } = opened.saved;
	const inherited = Object.keys(opened.content).filter(
		(field) =>
			lang !== 'default' &&
			!own.includes(field) &&
			JSON.stringify(opened.content[field]) === JSON.stringify(saved[field]),
	);
	form.replaceChildren(
		...createForm({
			...{ state, name: opened.name, content: opened.content, inherited: new Set(inherited) },
			onName(value) {
				opened.name = value;
				changed(opened);
			},
			onChange: () => changed(opened),
		}),
	);
	controls()[place]?.focus();
	showState();
}

/** Shows what can be done with the story, and the state of its languages. */
function showState(): void {
	for (const id of ['save', 'publish', 'unpublish']) buttonOf(id).disabled = !shown;
	undoButton.disabled = !shown?.past.length;
	discardButton.disabled = !shown || isSaved(shown);
	if (!shown) return;
	find('title').textContent = shown.saved.name || 'Without a name';
	document.title = `${shown.saved.name} · ${state.space} · Editor`;
	for (const option of languages.options)
		option.text = `${option.value}: ${shown.saved.languages[option.value] ?? 'missing'}`;
	find('states').textContent = [...languages.options].map(({ text }) => text).join(' · ');
}

/** Records a step, and sends the current content to the page, as the service's editor does. */
function changed(opened: Opened): void {
	const wasSaved = isSaved(opened);
	addStep(opened, typed);
	typed = undefined;
	edited.set(keyOf(opened.story.id, opened.saved.lang), opened);
	if (isSaved(opened) !== wasSaved) showList();
	document.activeElement?.closest('form > *')?.querySelector(':scope > .inherited')?.remove();
	status.textContent = isSaved(opened) ? '' : 'Not saved';
	showState();
	sendStory(opened);
}

/** Undoes a step, or does it again. */
async function go(opened: Opened, from: string[], to: string[]): Promise<void> {
	const step = from.pop();
	if (step === undefined) return;
	if (step === unpublished) {
		// The files have to be as they were left.
		await save(opened);
		return publish(opened, 'republish');
	}
	to.push(opened.now);
	goTo(opened, step);
	showAgain(opened);
}

function showAgain(opened: Opened): void {
	showList();
	showForm(opened);
	sendStory(opened);
}

function sendStory({ story: { id, uuid, slug }, name, content }: Opened): void {
	post({ action: 'input', story: { id, uuid, full_slug: slug, name, content } });
}

/** The site may have another origin than the editor. */
const siteOrigin = (): string => new URL(frame.src, location.href).origin;

/** Makes the page scroll to the selected blok. */
const select = (): void => post({ action: 'enterComponent', componentId: selected });

const post = (message: unknown): void => frame.contentWindow?.postMessage(message, siteOrigin());

async function save(opened: Opened): Promise<void> {
	const { story, saved } = opened;
	// Text that is typed during the request is not saved by it.
	const { name, content: next } = JSON.parse(opened.now) as Pick<Opened, 'name' | 'content'>;
	const fields = [...new Set([...Object.keys(next), ...Object.keys(saved.content)])].filter(
		(field) => JSON.stringify(next[field]) !== JSON.stringify(saved.content[field]),
	);
	const without = fields.filter((field) => !(field in next));
	const content = Object.fromEntries(
		fields.filter((field) => field in next).map((field) => [field, next[field]]),
	);
	const change = { content, without, ...(name === saved.name ? {} : { name }) };
	if (fields.length === 0 && !('name' in change)) return;
	const state = await ask<EditedState>({ do: 'save', slug: story.slug, lang: saved.lang, ...change });
	opened.saved = { ...state, name, content: next };
	if (saved.lang === 'default') story.name = name;
	showList();
	if (opened === shown) follow(opened, 'change');
}

async function publish(opened: Opened, what: 'publish' | 'unpublish' | 'republish'): Promise<void> {
	if (what !== 'republish') await save(opened);
	const { slug } = opened.story;
	const { own, languages } = await ask<EditedState>({ do: what, slug, lang: opened.saved.lang });
	opened.saved = { ...opened.saved, own, languages };
	if (what === 'publish') opened.past = opened.past.filter((step) => step !== unpublished);
	if (what === 'unpublish') addUnpublished(opened);
	if (what === 'unpublish') edited.set(keyOf(opened.story.id, opened.saved.lang), opened);
	state = await ask<EditorState>({ do: 'state' });
	showList();
	if (opened === shown) follow(opened, what === 'unpublish' ? 'unpublished' : 'published');
}

/** Makes the page show the saved content, and then the current one, in which bloks keep their `_uid`s. */
function follow(opened: Opened, action: string): void {
	post({ action, slug: opened.story.slug, storyId: opened.story.id });
	if (opened.past.length > 0) sendStory(opened);
}

function view(name: string): void {
	document.body.dataset['view'] = name;
	for (const tab of views.querySelectorAll('button')) tab.ariaSelected = String(tab.value === name);
	rove(views, '[aria-selected=true]');
}

const act = (done: string, run: (opened: Opened) => Promise<void>) => () => {
	const opened = shown;
	if (opened) void attempt(done, () => run(opened));
};

const undo = act('Undone', (opened) => go(opened, opened.past, opened.future));
const redo = act('Done again', (opened) => go(opened, opened.future, opened.past));
const actions: Record<string, () => void> = {
	save: act('Saved as a draft', save),
	publish: act('Published', (opened) => publish(opened, 'publish')),
	unpublish: act('Unpublished', (opened) => publish(opened, 'unpublish')),
	undo,
	discard: act('Discarded', async (opened) => {
		discard(opened);
		showAgain(opened);
	}),
};
for (const [id, run] of Object.entries(actions)) buttonOf(id).addEventListener('click', run);
for (const tab of views.querySelectorAll('button')) tab.addEventListener('click', () => view(tab.value));
view(matchMedia('(width < 48rem)').matches ? 'stories' : 'fields');

search.addEventListener('input', showList);
languages.addEventListener('change', () => {
	const story = shown?.story;
	if (story) void attempt('', () => open(story));
});
form.addEventListener('submit', (event) => event.preventDefault());
// Letters of one word, with the space after it, are one step.
let wasSpace = false;
form.addEventListener(
	'input',
	(event) => {
		const { inputType, data, target } = event as InputEvent;
		const isSpace = data?.trim() === '';
		typed = inputType === 'insertText' && target ? target : undefined;
		if (shown && wasSpace && !isSpace) shown.typed = undefined;
		wasSpace = isSpace;
	},
	true,
);
form.addEventListener('focusin', ({ target }) => {
	const uid = (target as Element).closest<HTMLElement>('[data-uid]')?.dataset['uid'];
	selected = uid;
	if (uid) select();
});
addEventListener('keydown', (event) => {
	const { key, shiftKey } = event;
	if (key === 'Escape' && form.contains(document.activeElement))
		list.querySelector<HTMLElement>('[aria-current]')?.focus();
	if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
	const isText = document.activeElement === search;
	const run = key === 's' ? actions['save'] : isText ? undefined : { z: undo, Z: redo, y: redo }[key];
	if (!run) return;
	event.preventDefault();
	(key === 'z' && shiftKey ? redo : run)();
});
addEventListener('beforeunload', (event) => {
	if ([...edited.values()].some((opened) => !isSaved(opened))) event.preventDefault();
});
// A page in preview announces itself, and receives the current content.
addEventListener('message', ({ source, origin, data }) => {
	if (source !== frame.contentWindow || origin !== siteOrigin()) return;
	if (data?.action === 'ping') {
		post({ action: 'pingBack' });
		if (shown?.past.length) sendStory(shown);
		if (selected) select();
	}
	if (data?.action === 'edit') {
		const uid = CSS.escape(String(data.dataC?.uid));
		const blok = document.querySelector<HTMLElement>(`[data-uid="${uid}"]`);
		if (blok) view('fields');
		unfold(blok);
		blok?.scrollIntoView({ block: 'nearest' });
		blok?.querySelector<HTMLElement>('input, textarea, select')?.focus();
	}
});

/** Opens the story in the address: its number, and its language if that is not the default one. */
async function openAddress(): Promise<void> {
	const [id, lang = 'default'] = location.hash.slice(1).split('/');
	const wanted = state.stories.find((story) => String(story.id) === id);
	if (!wanted) return;
	languages.value = state.languages.includes(lang) ? lang : 'default';
	await open(wanted);
}
addEventListener('popstate', () => void attempt('', openAddress));

void attempt('', async () => {
	state = await ask<EditorState>({ do: 'state' });
	find('space').textContent = state.space;
	document.title = `${state.space} · Editor`;
	for (const code of ['default', ...state.languages]) languages.append(new Option(code, code));
	showList();
	await openAddress();
});
