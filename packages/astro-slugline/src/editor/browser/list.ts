import type { ListedStory } from '../protocol.js';
import { find, make, rove } from './controls/dom.js';

/** Limit of stories in the list. The search finds the others. */
const maxListed = 500;

interface ListOptions {
	stories: readonly ListedStory[];
	/** Id of the story that is open. */
	current: number | undefined;
	isUnsaved(story: ListedStory): boolean;
	open(story: ListedStory): void;
}

/** Shows the stories that the search finds. */
export function showStories({ stories, current, isUnsaved, open }: ListOptions): void {
	const list = find('stories');
	const { value } = find<HTMLInputElement>('search');
	const wanted = value.toLowerCase();
	const found = stories.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
	const more = found.length - maxListed;
	const notes = [
		...(more > 0 ? [`${more} more: search for them`] : []),
		...(found.length === 0 ? [`No story has “${value}” in its name or slug.`] : []),
	];
	const itemOf = (story: ListedStory) => {
		const { name, slug, languages } = story;
		const title = make('span', { textContent: name || 'Without a name' });
		for (const [code, state] of Object.entries(languages)) {
			const marks = [...(code === 'default' ? [] : [code]), ...(state === 'published' ? [] : [state])];
			const mark = make('em', { className: state, textContent: marks.join(' ') });
			if (state !== 'missing' && marks.length > 0) title.append(' ', mark);
		}
		if (isUnsaved(story)) title.append(' ', make('em', { textContent: 'not saved' }));
		const button = make(
			'button',
			{ type: 'button', title: slug },
			title,
			make('small', { textContent: slug.replace(/^.*\/(?=.)/s, '') }),
		);
		button.style.paddingInlineStart = `${0.6 + (slug.replace(/\/$/, '').split('/').length - 1) * 0.8}rem`;
		if (story.id === current) button.setAttribute('aria-current', 'true');
		button.addEventListener('click', () => open(story));
		return make('li', {}, button);
	};
	list.replaceChildren(
		...found.slice(0, maxListed).map(itemOf),
		...notes.map((textContent) => make('li', { className: 'more', textContent })),
	);
	rove(list, '[aria-current]');
}
