import type { EditedState, EditorRequest, EditorState, ListedStory } from '../protocol.js';
import { createForm } from './form.js';

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

let state: EditorState;
let chosen: ListedStory | undefined;
/** As it is saved. */
let loaded: EditedState | undefined;
let edited: Record<string, unknown> = {};
let name = '';
/** How often a story was opened: what was asked for an earlier one comes too late. */
let opened = 0;

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

/** Says how something went. */
async function attempt(done: string, run: () => Promise<unknown>): Promise<void> {
	try {
		await run();
		status.textContent = done !== '' && !isSaved() ? 'Not saved' : done;
	} catch (error) {
		status.textContent = error instanceof Error ? error.message : String(error);
	}
}

function showList(): void {
	const wanted = search.value.toLowerCase();
	list.replaceChildren();
	for (const story of state.stories) {
		if (!`${story.name} ${story.slug}`.toLowerCase().includes(wanted)) continue;
		const button = document.createElement('button');
		const where = document.createElement('small');
		button.type = 'button';
		where.textContent = ` ${story.slug}${story.published ? '' : ' (draft)'}`;
		button.style.paddingInlineStart = `${0.5 + (story.slug.replace(/\/$/, '').split('/').length - 1) * 0.75}rem`;
		button.append(story.name, where);
		if (story.id === chosen?.id) button.setAttribute('aria-current', 'true');
		button.addEventListener('click', () => void attempt('', () => open(story)));
		const item = document.createElement('li');
		item.append(button);
		list.append(item);
	}
}

async function open(story: ListedStory): Promise<void> {
	opened += 1;
	const turn = opened;
	const lang = languages.value;
	const [asLoaded, { address }] = await Promise.all([
		ask<EditedState>({ do: 'story', slug: story.slug, lang }),
		ask<{ address: string }>({ do: 'open', id: story.id, lang, component: story.component }),
	]);
	if (turn !== opened) return;
	chosen = story;
	loaded = asLoaded;
	edited = structuredClone(loaded.content);
	name = loaded.name;
	find('title').textContent = loaded.name;
	for (const button of Object.values(buttons)) button.disabled = false;
	for (const button of list.querySelectorAll('button')) button.removeAttribute('aria-current');
	showList();
	find('form').replaceChildren(...createForm({ state, name, content: edited, onName, onChange }));
	frame.src = address;
}

function onName(value: string): void {
	name = value;
	onChange();
}

const isSaved = (): boolean =>
	!loaded || (name === loaded.name && JSON.stringify(edited) === JSON.stringify(loaded.content));

/** Sends the page what is written, as the service's editor does. */
function onChange(): void {
	status.textContent = 'Not saved';
	sendStory();
}

function sendStory(): void {
	if (!chosen) return;
	const { id, uuid, slug } = chosen;
	tell({ action: 'input', story: { id, uuid, full_slug: slug, name, content: edited } });
}

const tell = (message: unknown): void => frame.contentWindow?.postMessage(message, location.origin);

async function save(): Promise<void> {
	if (!chosen || !loaded) return;
	const before = loaded;
	// What is typed while this is saved is not.
	const saving = { ...before, name, content: structuredClone(edited) };
	const changed = Object.entries(saving.content).filter(
		([field, value]) => JSON.stringify(value) !== JSON.stringify(before.content[field]),
	);
	const { id, slug } = chosen;
	const content = Object.fromEntries(changed);
	const named = saving.name === before.name ? {} : { name: saving.name };
	if (changed.length > 0 || 'name' in named)
		await ask({ do: 'save', slug, lang: before.lang, content, ...named });
	if (loaded !== before) return;
	loaded = saving;
	tell({ action: 'change', slug, storyId: id });
	if (!isSaved()) sendStory();
}

async function publish(what: 'publish' | 'unpublish'): Promise<void> {
	if (!chosen || !loaded) return;
	const { id, slug } = chosen;
	const { lang } = loaded;
	if (what === 'publish') await save();
	await ask({ do: what, slug, lang });
	state = await ask<EditorState>({ do: 'state' });
	showList();
	if (chosen.id !== id || loaded.lang !== lang) return;
	tell({ action: `${what}ed`, slug, storyId: id });
	if (!isSaved()) sendStory();
}

search.addEventListener('input', showList);
languages.addEventListener('change', () => {
	const story = chosen;
	if (story) void attempt('', () => open(story));
});
find('form').addEventListener('submit', (event) => event.preventDefault());
buttons.save.addEventListener('click', () => void attempt('Saved as a draft', save));
buttons.publish.addEventListener('click', () => void attempt('Published', () => publish('publish')));
buttons.unpublish.addEventListener('click', () => void attempt('Unpublished', () => publish('unpublish')));
addEventListener('keydown', (event) => {
	if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
	event.preventDefault();
	buttons.save.click();
});
// A page in preview says that it is there, and gets what is not saved yet.
addEventListener('message', ({ source, origin, data }) => {
	if (source !== frame.contentWindow || origin !== location.origin) return;
	if (data?.action === 'ping') {
		tell({ action: 'pingBack' });
		if (!isSaved()) sendStory();
	}
	if (data?.action === 'edit') {
		const uid = String(data.dataC?.uid);
		document
			.querySelector<HTMLElement>(`[data-uid="${CSS.escape(uid)}"] :is(input, textarea, select)`)
			?.focus();
	}
});

void attempt('', async () => {
	state = await ask<EditorState>({ do: 'state' });
	find('space').textContent = state.space;
	document.title = `${state.space} · Editor`;
	for (const code of ['default', ...state.languages]) languages.append(new Option(code, code));
	showList();
});
