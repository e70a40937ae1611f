import type { ToolbarState, ToolbarStory } from './protocol.js';

const css = `
:host astro-dev-toolbar-window { max-height: 70vh; overflow: auto; }
h1 { margin: 0; font-size: 20px; color: #fff; }
h2 { margin: 18px 0 6px; font-size: 14px; color: #fff; }
p, li, dd, dt { font-size: 14px; line-height: 1.45; margin: 0; color: rgba(224, 228, 238, 1); overflow-wrap: anywhere; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: 5px 0; border-bottom: 1px solid rgba(255, 255, 255, .12); }
li.warning::before { content: '⚠ '; color: #ffd27a; }
a { color: #b9a3ff; }
small { color: rgba(191, 193, 201, 1); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 14px; margin: 10px 0 0; }
header { display: flex; gap: 12px; justify-content: space-between; align-items: start; }
`;

/** Renders the app's window. All content of editors is inserted as text. */
export function show(
	canvas: ShadowRoot,
	state: ToolbarState | undefined,
	problems: readonly string[],
	sync: () => void,
): void {
	const style = make('style', css);
	const box = make('astro-dev-toolbar-window');
	if (!state) {
		box.append(make('p', 'Slugline asks the dev server …'));
		canvas.replaceChildren(style, box);
		return;
	}
	const button = make('astro-dev-toolbar-button', 'Sync now');
	Object.assign(button, { size: 'small', buttonStyle: 'purple' });
	button.addEventListener('click', sync);
	const header = make('header');
	header.append(make('h1', state.space.name), button);
	box.append(header, facts(state));
	section(box, 'Stories of this page', state.stories.map(story), 'No story has this page.');
	const warnings = [...problems, ...state.warnings].map((text) => make('li', text, 'warning'));
	section(box, 'What to look at', warnings, 'Nothing.');
	if (state.preview) {
		const lacks = state.preview.lacks.map((text) => make('li', text, 'warning'));
		const address = make('li', `Preview address: ${new URL(state.preview.address, location.href)}`);
		const ready = lacks.length === 0 ? [make('li', 'Ready: editors can open pages.')] : [];
		section(box, 'Preview', [address, ...ready, ...lacks], '');
	}
	canvas.replaceChildren(style, box);
}

function facts({ space, version, cv, syncedAt, counts }: ToolbarState): HTMLElement {
	const list = make('dl');
	const add = (name: string, value: string) => list.append(make('dt', name), make('dd', value));
	add('Space', `${space.id}, ${version === 'draft' ? 'drafts' : 'published content'}`);
	add('Content', `${cv === null ? 'without a cv' : `cv ${cv}`}, loaded ${ago(Date.now() - syncedAt)}`);
	const { stories, routes, languages } = counts;
	add(
		'Has',
		`${stories} stories, ${routes} routes, ${languages} ${languages === 1 ? 'language' : 'languages'}`,
	);
	return list;
}

const notes = {
	draft: 'Only the draft has this address: a build has no page here until the story is published.',
	untranslated:
		'The story is published, but not in this language: a build has no page here until its translation is.',
	fallback: 'The story is not translated, so this page shows it in another language.',
};

function story({ name, slug, lang, editor, changed, isOwn, note }: ToolbarStory): HTMLElement {
	const item = make('li', isOwn ? '' : 'refers to ');
	const where = lang === 'default' ? slug : `${slug}, ${lang}`;
	const when = changed === undefined ? '' : `, changed ${changed.slice(0, 16).replace('T', ' ')}`;
	item.append(make('strong', name), ' ', make('small', `${where}${when}`));
	if (editor !== undefined) {
		const link = make('a', 'open in editor');
		for (const [attribute, value] of Object.entries({ href: editor, target: '_blank', rel: 'noreferrer' }))
			link.setAttribute(attribute, value);
		item.append(' ', link);
	}
	if (note !== undefined) item.append(make('p', notes[note]));
	return item;
}

function section(box: HTMLElement, title: string, items: readonly HTMLElement[], none: string): void {
	box.append(make('h2', title));
	if (items.length === 0) {
		box.append(make('p', none));
		return;
	}
	const list = make('ul');
	list.append(...items);
	box.append(list);
}

function make(name: string, text = '', className = ''): HTMLElement {
	const element = document.createElement(name);
	element.textContent = text;
	if (className) element.className = className;
	return element;
}

/** @param ms milliseconds */
function ago(ms: number): string {
	const minutes = Math.floor(ms / 60_000);
	if (minutes < 1) return 'just now';
	return minutes < 120 ? `${minutes} minutes ago` : `${Math.floor(minutes / 60)} hours ago`;
}
