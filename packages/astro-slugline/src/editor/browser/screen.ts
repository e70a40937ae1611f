import type { EditedState, EditorState, ListedFolder, ListedStory } from '../protocol.js';
import { find, rove } from './controls/dom.js';
import { ask } from './controls/requests.js';
import { keepFocus } from './focus.js';
import { createForm } from './form.js';
import { addStep, createOpened, isSaved, type Opened } from './history.js';
import { showStories } from './list.js';
import { hidePage, sendStory, showPage } from './preview.js';
import { problemIn } from './problems.js';
import { closeEditors } from './rich-text/field.js';

const [list, status, form, views] = [find('stories'), find('status'), find('form'), find('views')];
const languages = find<HTMLSelectElement>('language');
const buttonOf = (id: string) => find<HTMLButtonElement>(id);

/** What the editor shows. */
export const screen = {
	state: undefined as unknown as EditorState,
	shown: undefined as Opened | undefined,
	/** Stories with steps that can be undone, by story and language. They stay when another story is opened. */
	edited: new Map<string, Opened>(),
	/** The control that the current event continues a word in, and whether the word ends with it. */
	typing: undefined as { control: EventTarget; isEnd: boolean } | undefined,
	/** Opens the dialog of a folder. */
	openFolder: (_: ListedFolder) => {},
};

/** Number of stories opened so far. Responses for an earlier one are dropped. */
let turns = 0;

/** Shows the result of an action: the sentence that it returns, or what is done. */
export async function attempt(done: string, run: () => Promise<unknown>): Promise<void> {
	find('restore').hidden = true;
	try {
		const said = await run();
		const state = screen.shown && !isSaved(screen.shown) ? 'Not saved' : done;
		const result = typeof said === 'string' ? said : state;
		const problems = screen.shown?.saved.problems?.splice(0) ?? [];
		status.textContent =
			problems.length === 0 ? result : [result.replace(/\.?$/, '.'), ...problems].join(' ');
	} catch (error) {
		status.textContent = error instanceof Error ? error.message : String(error);
	}
	showState();
}

export const keyOf = (id: number, lang: string): string => `${id} ${lang}`;

/** Stories that are gone, and have text that is not saved. */
export function goneStories(): ListedStory[] {
	const unsaved = [...screen.edited.values()].filter((one) => !isSaved(one)).map(({ story }) => story);
	return [...new Set(unsaved)].filter(({ id }) => !screen.state.stories.some((one) => one.id === id));
}

export const showList = (): void =>
	showStories({
		state: { ...screen.state, stories: [...screen.state.stories, ...goneStories()] },
		current: screen.shown?.story.id,
		openFolder: screen.openFolder,
		isUnsaved: ({ id }) => [...screen.edited.values()].some((one) => one.story.id === id && !isSaved(one)),
		open: (story) => void attempt('', () => open(story)),
	});

export async function open(story: ListedStory): Promise<void> {
	turns += 1;
	const turn = turns;
	const lang = languages.value;
	const asLeft = screen.edited.get(keyOf(story.id, lang));
	const read = Promise.all([
		asLeft?.saved ?? ask<EditedState>({ do: 'story', id: story.id, lang }),
		ask<{ address: string }>({ do: 'open', id: story.id, lang, component: story.component }),
	]);
	// Nothing is typed into the story that this one is about to replace.
	const parts = document.querySelectorAll<HTMLElement>('#form, footer');
	for (const part of parts) part.inert = true;
	const [saved, { address }] = await read.finally(() => {
		if (turn !== turns) return;
		for (const part of parts) part.inert = false;
		languages.value = screen.shown?.saved.lang ?? lang;
	});
	if (turn !== turns) return;
	languages.value = lang;
	screen.shown = asLeft ?? createOpened(story, saved);
	// A reload, and the browser's way back, lead to the same story in the same language.
	const hash = lang === 'default' ? `#${story.id}` : `#${story.id}/${lang}`;
	if (location.hash !== hash) history.pushState(null, '', hash);
	const hadFocus = list.contains(document.activeElement);
	showList();
	if (hadFocus) list.querySelector<HTMLElement>('[aria-current]')?.focus();
	if (document.body.dataset['view'] === 'stories') view('fields');
	showForm(screen.shown);
	find('story').scrollTop = 0;
	showPage(address);
}

function showForm(opened: Opened): void {
	keepFocus(form, () => {
		closeEditors();
		find('lists').replaceChildren();
		form.replaceChildren(
			...createForm({
				state: screen.state,
				opened,
				onChange: () => changed(opened),
				showAgain: () => showForm(opened),
			}),
		);
	});
	showState();
}

/** Shows what can be done with the story, and the state of its languages. */
function showState(): void {
	const { shown, state } = screen;
	for (const id of ['save', 'publish', 'unpublish'])
		buttonOf(id).disabled = !shown || problemIn(shown) !== undefined;
	// All languages of the story have the same list, which is that of its last change.
	const { languages: states = {} } = shown?.story ?? {};
	// Without a published version, there is nothing to unpublish.
	buttonOf('unpublish').disabled ||= !['published', 'changed'].includes(
		states[shown?.saved.lang ?? ''] ?? '',
	);
	for (const id of ['rename', 'copy', 'delete']) buttonOf(id).disabled = !shown;
	buttonOf('undo').disabled = !shown?.past.length;
	buttonOf('discard').disabled = !shown || isSaved(shown);
	if (!shown) return;
	find('title').textContent = shown.saved.name || 'Without a name';
	document.title = `${shown.saved.name} · ${state.space} · Editor`;
	for (const [place, { code, name }] of state.languages.entries()) {
		const option = languages.options[place];
		if (option) option.text = `${name}: ${states[code] ?? 'missing'}`;
	}
	find('states').textContent = [...languages.options].map(({ text }) => text).join(' · ');
}

/** Records a step, and sends the current content to the page, as the service's editor does. */
function changed(opened: Opened): void {
	const wasSaved = isSaved(opened);
	addStep(opened, screen.typing?.control);
	if (screen.typing?.isEnd) opened.typed = undefined;
	screen.typing = undefined;
	screen.edited.set(keyOf(opened.story.id, opened.saved.lang), opened);
	if (isSaved(opened) !== wasSaved) showList();
	document.activeElement?.closest('form > *')?.querySelector(':scope > .inherited')?.remove();
	const problem = problemIn(opened);
	status.textContent = isSaved(opened) ? '' : ['Not saved', problem].filter(Boolean).join('. ');
	showState();
	sendStory(opened);
}

export function showAgain(opened: Opened): void {
	showList();
	showForm(opened);
	sendStory(opened);
}

export function view(name: string): void {
	document.body.dataset['view'] = name;
	for (const tab of views.querySelectorAll('button')) tab.ariaSelected = String(tab.value === name);
	rove(views, '[aria-selected=true]');
}

/** Shows no story instead of one that is gone. */
export function close(opened: Opened): void {
	screen.edited.delete(keyOf(opened.story.id, opened.saved.lang));
	if (opened !== screen.shown) return;
	screen.shown = undefined;
	history.pushState(null, '', location.pathname);
	closeEditors();
	form.replaceChildren();
	find('title').textContent = 'Choose a story';
	find('states').textContent = '';
	hidePage();
	showState();
}
