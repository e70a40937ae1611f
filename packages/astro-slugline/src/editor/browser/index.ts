import type { EditorState, ListedStory } from '../protocol.js';
import { actions, redo, undo } from './actions.js';
import { find } from './controls/dom.js';
import { ask } from './controls/requests.js';
import { isSaved } from './history.js';
import { copyStory, createItem, deleteItem, openFolder, renameItem, restore } from './items.js';
import { listen, select } from './preview.js';
import { attempt, open, screen, showList, view } from './screen.js';

const [list, form, views] = [find('stories'), find('form'), find('views')];
const search = find<HTMLInputElement>('search');
const languages = find<HTMLSelectElement>('language');

for (const [id, run] of Object.entries(actions)) find(id).addEventListener('click', run);
screen.openFolder = openFolder;
const ofStory = (run: (story: ListedStory) => void) => () => screen.shown && run(screen.shown.story);
find('new').addEventListener('click', () => createItem());
find('rename').addEventListener('click', ofStory(renameItem));
find('copy').addEventListener('click', ofStory(copyStory));
find('delete').addEventListener('click', ofStory(deleteItem));
find('restore').addEventListener('click', restore);
for (const tab of views.querySelectorAll('button')) tab.addEventListener('click', () => view(tab.value));
view(matchMedia('(width < 48rem)').matches ? 'stories' : 'fields');

search.addEventListener('input', showList);
languages.addEventListener('change', () => {
	const story = screen.shown?.story;
	if (story) void attempt('', () => open(story));
});
form.addEventListener('submit', (event) => event.preventDefault());
// Letters of one word, with the space after it, are one step.
form.addEventListener(
	'input',
	(event) => {
		const { inputType, data, target } = event as InputEvent;
		screen.typing =
			inputType === 'insertText' && target ? { control: target, isEnd: data === ' ' } : undefined;
	},
	true,
);
// What a button does is no part of a word that was typed before.
form.addEventListener(
	'click',
	() => {
		screen.typing = undefined;
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
	if ([...screen.edited.values()].some((opened) => !isSaved(opened))) event.preventDefault();
});
listen(
	() => screen.shown,
	() => view('fields'),
);

/** Opens the story in the address: its number, and its language if that is not the default one. */
async function openAddress(): Promise<void> {
	const [id, lang = 'default'] = location.hash.slice(1).split('/');
	const wanted = screen.state.stories.find((story) => String(story.id) === id);
	if (!wanted) return;
	languages.value = screen.state.languages.some(({ code }) => code === lang) ? lang : 'default';
	await open(wanted);
}
addEventListener('popstate', () => void attempt('', openAddress));

void attempt('', async () => {
	screen.state = await ask<EditorState>({ do: 'state' });
	find<HTMLButtonElement>('new').disabled = false;
	find('space').textContent = screen.state.space;
	document.title = `${screen.state.space} · Editor`;
	for (const { code, name } of screen.state.languages) languages.append(new Option(name, code));
	showList();
	await openAddress();
});
