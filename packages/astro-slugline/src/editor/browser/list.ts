import type { EditorState, ListedFolder, ListedStory } from '../protocol.js';
import { find, make, rove } from './controls/dom.js';

/** Limit of stories in the list. The search finds the others. */
const maxListed = 500;

interface ListOptions {
	state: EditorState;
	/** Id of the story that is open. */
	current: number | undefined;
	isUnsaved(story: ListedStory): boolean;
	open(story: ListedStory): void;
	openFolder(folder: ListedFolder): void;
}

/** Shows the stories that the search finds, and the folders without a start page, in the order of the site. */
export function showStories({ state, current, isUnsaved, open, openFolder }: ListOptions): void {
	const list = find('stories');
	const { value } = find<HTMLInputElement>('search');
	const wanted = value.toLowerCase();
	const items: (ListedStory | ListedFolder)[] = [...state.stories];
	for (const folder of state.folders) items.splice(folder.place, 0, folder);
	const found = items.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
	const more = found.length - maxListed;
	const notes = [
		...(more > 0 ? [`${more} more: search for them`] : []),
		...(found.length === 0 ? [`No story has “${value}” in its name or slug.`] : []),
	];
	const itemOf = (story: ListedStory | ListedFolder) => {
		const { name, slug } = story;
		const states = 'place' in story ? {} : story.languages;
		const title = make('span', { textContent: name || 'Without a name' });
		for (const [at, { code, name }] of state.languages.entries()) {
			const now = states[code] ?? 'missing';
			const marks = [...(at === 0 ? [] : [name]), ...(now === 'published' ? [] : [now])];
			const mark = make('em', { className: now, textContent: marks.join(' ') });
			if (now !== 'missing' && marks.length > 0) title.append(' ', mark);
		}
		if ('place' in story) title.append(' ', make('em', { className: 'published', textContent: 'folder' }));
		else if (isUnsaved(story)) title.append(' ', make('em', { textContent: 'not saved' }));
		const button = make(
			'button',
			{ type: 'button', title: slug },
			title,
			make('small', { textContent: slug.replace(/^.*\/(?=.)/s, '') }),
		);
		button.style.paddingInlineStart = `${0.6 + (slug.replace(/\/$/, '').split('/').length - 1) * 0.8}rem`;
		if (story.id === current) button.setAttribute('aria-current', 'true');
		button.addEventListener('click', () => ('place' in story ? openFolder(story) : open(story)));
		return make('li', {}, button);
	};
	list.replaceChildren(
		...found.slice(0, maxListed).map(itemOf),
		...notes.map((textContent) => make('li', { className: 'more', textContent })),
	);
	rove(list, '[aria-current]');
}
