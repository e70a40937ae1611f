import type { Change, EditedState, EditorRequest, EditorState, ListedStory } from '../protocol.js';
import { find, rove } from './controls/dom.js';
import { createForm } from './form.js';
import { addStep, createOpened, discard, goTo, isSaved, type Opened, unpublished } from './history.js';
import { showStories } from './list.js';
import { follow, listen, select, sendStory, showPage } from './preview.js';
import { problemIn } from './problems.js';
import { caretIn, closeEditors, putCaret } from './rich-text/field.js';

const [list, status, form, views] = [find('stories'), find('status'), find('form'), find('views')];
const search = find<HTMLInputElement>('search');
const languages = find<HTMLSelectElement>('language');
const buttonOf = (id: string) => find<HTMLButtonElement>(id);

let state: EditorState;
let shown: Opened | undefined;
/** Stories with steps that can be undone, by story and language. They stay when another story is opened. */
const edited = new Map<string, Opened>();
/** Does again what failed because somebody else had changed the story. */
let tryAgain: (() => Promise<unknown>) | undefined;
/** Number of stories opened so far. Responses for an earlier one are dropped. */
let turns = 0;
/** The control that the current event continues a word in, and whether the word ends with it. */
let typing: { control: EventTarget; isEnd: boolean } | undefined;

async function ask<Answer>(request: EditorRequest): Promise<Answer> {
	const response = await fetch(location.pathname, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(request),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.message, { cause: response.status });
	return answer;
}

/** Shows the result of an action: the sentence that it returns, or what is done. */
async function attempt(done: string, run: () => Promise<unknown>): Promise<void> {
	tryAgain = undefined;
	try {
		const said = await run();
		const result = shown && !isSaved(shown) ? 'Not saved' : typeof said === 'string' ? said : done;
		const problems = shown?.saved.problems?.splice(0) ?? [];
		status.textContent =
			problems.length === 0 ? result : [result.replace(/\.?$/, '.'), ...problems].join(' ');
	} catch (error) {
		const { message, cause } = error instanceof Error ? error : new Error(String(error));
		status.textContent = message;
		if (cause === 409) tryAgain = run;
	}
	find('conflict').hidden = tryAgain === undefined;
	showState();
}

const keyOf = (id: number, lang: string): string => `${id} ${lang}`;

const showList = (): void =>
	showStories({
		stories: state.stories,
		current: shown?.story.id,
		isUnsaved: ({ id }) => [...edited.values()].some((one) => one.story.id === id && !isSaved(one)),
		open: (story) => void attempt('', () => open(story)),
	});

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
	find('story').scrollTop = 0;
	showPage(address);
}

function showForm(opened: Opened): void {
	const controls = () => [
		...form.querySelectorAll<HTMLElement>('input, textarea, select, button, [contenteditable=true]'),
	];
	const place = controls().indexOf(document.activeElement as HTMLElement);
	const caret = caretIn(document.activeElement);
	closeEditors();
	find('lists').replaceChildren();
	form.replaceChildren(...createForm(state, opened, () => changed(opened)));
	controls()[place]?.focus();
	putCaret(controls()[place], caret);
	showState();
}

/** Shows what can be done with the story, and the state of its languages. */
function showState(): void {
	for (const id of ['save', 'publish', 'unpublish'])
		buttonOf(id).disabled = !shown || problemIn(shown) !== undefined;
	buttonOf('undo').disabled = !shown?.past.length;
	buttonOf('discard').disabled = !shown || isSaved(shown);
	if (!shown) return;
	find('title').textContent = shown.saved.name || 'Without a name';
	document.title = `${shown.saved.name} · ${state.space} · Editor`;
	for (const [place, { code, name }] of state.languages.entries()) {
		const option = languages.options[place];
		if (option) option.text = `${name}: ${shown.saved.languages[code] ?? 'missing'}`;
	}
	find('states').textContent = [...languages.options].map(({ text }) => text).join(' · ');
}

/** Records a step, and sends the current content to the page, as the service's editor does. */
function changed(opened: Opened): void {
	const wasSaved = isSaved(opened);
	addStep(opened, typing?.control);
	if (typing?.isEnd) opened.typed = undefined;
	typing = undefined;
	edited.set(keyOf(opened.story.id, opened.saved.lang), opened);
	if (isSaved(opened) !== wasSaved) showList();
	document.activeElement?.closest('form > *')?.querySelector(':scope > .inherited')?.remove();
	const problem = problemIn(opened);
	status.textContent = isSaved(opened) ? '' : ['Not saved', problem].filter(Boolean).join('. ');
	showState();
	// The page shows the last content that can be saved.
	if (problem === undefined) sendStory(opened);
}

/** What the browser finds wrong with a control, such as half of a date. */
function incomplete(): string | undefined {
	const [control] = form.querySelectorAll<HTMLInputElement>(':is(input, textarea, select):invalid');
	return control && `${control.labels?.[0]?.textContent ?? 'A field'}: ${control.validationMessage}`;
}

/** Undoes a step, or does it again. */
async function go(opened: Opened, from: string[], to: string[]): Promise<string | undefined> {
	const step = from.at(-1);
	if (step === undefined) return undefined;
	if (step === unpublished) {
		// The files have to be as they were left.
		await save(opened);
		from.pop();
		return `Published again in ${await publishedIn(opened, 'republish')}.`;
	}
	from.pop();
	to.push(opened.now);
	goTo(opened, step);
	showAgain(opened);
	return undefined;
}

function showAgain(opened: Opened): void {
	showList();
	showForm(opened);
	if (problemIn(opened) === undefined) sendStory(opened);
}

async function save(opened: Opened): Promise<void> {
	if (isSaved(opened)) return;
	const problem = problemIn(opened) ?? (opened === shown ? incomplete() : undefined);
	if (problem !== undefined) throw new Error(`Nothing is saved. ${problem}`);
	const { saved, now } = opened;
	// Text that is typed during the request is not saved by it.
	const next = JSON.parse(now) as Pick<Opened, 'name' | 'content'>;
	const isChanged = ([field, value]: [string, unknown]) =>
		JSON.stringify(value) !== JSON.stringify(saved.content[field]);
	const change = {
		...(next.name === saved.name ? {} : { name: next.name }),
		content: Object.fromEntries(Object.entries(next.content).filter(isChanged)),
		without: Object.keys(saved.content).filter((field) => !(field in next.content)),
	};
	await send(opened, { do: 'save', ...change }, next);
}

async function publish(opened: Opened, what: 'publish' | 'unpublish' | 'republish'): Promise<void> {
	if (what !== 'republish') await save(opened);
	await send(opened, { do: what }, opened.saved);
	if (what === 'publish') opened.past = opened.past.filter((step) => step !== unpublished);
	if (what === 'unpublish') addStep(opened, undefined, unpublished);
	edited.set(keyOf(opened.story.id, opened.saved.lang), opened);
}

/** Sends a change of a story, after which this is saved. */
async function send(opened: Opened, change: Change, { name, content }: Pick<Opened, 'name' | 'content'>) {
	const { story, saved } = opened;
	const { lang, digest } = saved;
	const answer = await ask<EditedState>({ slug: story.slug, lang, digest, ...change });
	opened.saved = { ...answer, name, content };
	story.languages = answer.languages;
	if (lang === 'default') story.name = name;
	showList();
	if (opened === shown) follow(opened, change.do);
}

/** Reads the version that somebody else saved. The fields on the screen become changes to it. */
async function readAgain(opened: Opened): Promise<void> {
	const { story, saved } = opened;
	opened.saved = await ask<EditedState>({ do: 'story', slug: story.slug, lang: saved.lang });
	story.languages = opened.saved.languages;
}

function view(name: string): void {
	document.body.dataset['view'] = name;
	for (const tab of views.querySelectorAll('button')) tab.ariaSelected = String(tab.value === name);
	rove(views, '[aria-selected=true]');
}

/** Unpublishes a story, or publishes it again, and returns the names of the languages in which that changed it. */
async function publishedIn(opened: Opened, what: 'unpublish' | 'republish'): Promise<string> {
	const { languages: before } = opened.saved;
	await publish(opened, what);
	const isOther = (code: string) => (before[code] === 'draft') !== (opened.saved.languages[code] === 'draft');
	const others = state.languages.filter(({ code }) => isOther(code)).map(({ name }) => name);
	return new Intl.ListFormat('en').format(others);
}

const unpublish = async (opened: Opened): Promise<string> =>
	`Unpublished in ${await publishedIn(opened, 'unpublish')}. Undo publishes it again.`;

const act = (done: string, run: (opened: Opened) => Promise<unknown>) => () => {
	const opened = shown;
	if (opened) void attempt(done, () => run(opened));
};

const undo = act('Undone', (opened) => go(opened, opened.past, opened.future));
const redo = act('Done again', (opened) => go(opened, opened.future, opened.past));
const actions: Record<string, () => void> = {
	save: act('Saved as a draft', save),
	publish: act('Published', (opened) => publish(opened, 'publish')),
	unpublish: act('Unpublished', unpublish),
	undo,
	reload: act('Reloaded', async (opened) => {
		await readAgain(opened);
		discard(opened);
		showAgain(opened);
	}),
	overwrite() {
		const [opened, run] = [shown, tryAgain];
		if (opened && run) void attempt('Overwritten', () => readAgain(opened).then(run));
	},
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
form.addEventListener(
	'input',
	(event) => {
		const { inputType, data, target } = event as InputEvent;
		typing = inputType === 'insertText' && target ? { control: target, isEnd: data === ' ' } : undefined;
	},
	true,
);
form.addEventListener('focusin', ({ target }) =>
	select((target as Element).closest<HTMLElement>('[data-uid]')?.dataset['uid']),
);
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
listen(
	() => shown,
	() => view('fields'),
);

/** Opens the story in the address: its number, and its language if that is not the default one. */
async function openAddress(): Promise<void> {
	const [id, lang = 'default'] = location.hash.slice(1).split('/');
	const wanted = state.stories.find((story) => String(story.id) === id);
	if (!wanted) return;
	languages.value = state.languages.some(({ code }) => code === lang) ? lang : 'default';
	await open(wanted);
}
addEventListener('popstate', () => void attempt('', openAddress));

void attempt('', async () => {
	state = await ask<EditorState>({ do: 'state' });
	find('space').textContent = state.space;
	document.title = `${state.space} · Editor`;
	for (const { code, name } of state.languages) languages.append(new Option(name, code));
	showList();
	await openAddress();
});
