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
let loaded: EditedState | undefined;
let edited: Record<string, unknown> = {};
let name = '';

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
		status.textContent = done;
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
	chosen = story;
	const lang = languages.value;
	loaded = await ask<EditedState>({ do: 'story', slug: story.slug, lang });
	edited = structuredClone(loaded.content);
	name = loaded.name;
	find('title').textContent = loaded.name;
	for (const button of Object.values(buttons)) button.disabled = false;
	for (const button of list.querySelectorAll('button')) button.removeAttribute('aria-current');
	showList();
	find('form').replaceChildren(...createForm({ state, name, content: edited, onName, onChange }));
	const { address } = await ask<{ address: string }>({
		do: 'open',
		id: story.id,
		lang,
		component: story.component,
	});
	frame.src = address;
}

function onName(value: string): void {
	name = value;
	onChange();
}

/** Sends the page what is written, as the service's editor does. */
function onChange(): void {
	status.textContent = 'Not saved';
	if (!chosen) return;
	const { id, uuid, slug } = chosen;
	tell({ action: 'input', story: { id, uuid, full_slug: slug, name, content: edited } });
}

const tell = (message: unknown): void => frame.contentWindow?.postMessage(message, location.origin);

async function save(): Promise<void> {
	if (!chosen || !loaded) return;
	const before = loaded.content;
	const changed = Object.entries(edited).filter(
		([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
	);
	const { slug } = chosen;
	const content = Object.fromEntries(changed);
	const named = name === loaded.name ? {} : { name };
	if (changed.length > 0 || 'name' in named)
		await ask({ do: 'save', slug, lang: languages.value, content, ...named });
	loaded = { ...loaded, name, content: structuredClone(edited) };
	tell({ action: 'change', slug, storyId: chosen.id });
}

async function publish(what: 'publish' | 'unpublish'): Promise<void> {
	if (!chosen) return;
	if (what === 'publish') await save();
	await ask({ do: what, slug: chosen.slug, lang: languages.value });
	state = await ask<EditorState>({ do: 'state' });
	showList();
	tell({ action: `${what}ed`, slug: chosen.slug, storyId: chosen.id });
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
// A page in preview says that it is there; it is told what is not saved yet.
addEventListener('message', ({ source, origin, data }) => {
	if (source !== frame.contentWindow || origin !== location.origin) return;
	if (data?.action === 'ping') tell({ action: 'pingBack' });
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
