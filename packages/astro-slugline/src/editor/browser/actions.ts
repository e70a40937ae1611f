import type { Change, EditedState } from '../protocol.js';
import { find } from './controls/dom.js';
import { ask } from './controls/requests.js';
import { addStep, discard, goTo, isSaved, type Opened, rebase, unpublished } from './history.js';
import { follow } from './preview.js';
import { problemIn } from './problems.js';
import { attempt, keyOf, screen, showAgain, showList } from './screen.js';

/** What the browser finds wrong with a control, such as half of a date. */
function incomplete(): string | undefined {
	const [control] = find('form').querySelectorAll<HTMLInputElement>(':is(input, textarea, select):invalid');
	return (
		control &&
		`${control.ariaLabel ?? control.labels?.[0]?.textContent ?? 'A field'}: ${control.validationMessage}`
	);
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

async function save(opened: Opened): Promise<void> {
	const problem = problemIn(opened) ?? (opened === screen.shown ? incomplete() : undefined);
	if (problem !== undefined) throw new Error(`Nothing is saved. ${problem}`);
	if (isSaved(opened)) return;
	const { saved, now } = opened;
	// Text that is typed during the request is not saved by it.
	const next = JSON.parse(now) as Pick<EditedState, 'name' | 'content'>;
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
	screen.edited.set(keyOf(opened.story.id, opened.saved.lang), opened);
}

/** Sends a change of a story, after which this is saved. */
async function send(
	opened: Opened,
	change: Change,
	{ name, content }: Pick<EditedState, 'name' | 'content'>,
) {
	const { story, saved } = opened;
	const { lang, digest } = saved;
	const request = { slug: story.slug, lang, digest, ...change };
	const answer = await ask<EditedState>(request).catch((error) => mergeAfter(error, opened));
	opened.saved = { ...answer, name, content };
	story.languages = answer.languages;
	if (lang === 'default') story.name = name;
	showList();
	if (opened === screen.shown) follow(opened, change.do);
}

/** Merges what somebody else has changed since, which kept a change from being sent. */
async function mergeAfter(error: Error, opened: Opened): Promise<never> {
	if (error.cause !== 409) throw error;
	await readAgain(opened);
	const what = problemIn(opened) ?? 'What they changed is here now. Look at it, and do this again.';
	throw new Error(`Not saved. Somebody else changed the story since you opened it. ${what}`);
}

/** Reads what is saved. What was edited on the screen stays edited. */
export async function readAgain(opened: Opened): Promise<void> {
	const { story, saved } = opened;
	rebase(opened, await ask<EditedState>({ do: 'story', slug: story.slug, lang: saved.lang }));
	story.languages = opened.saved.languages;
	if (opened === screen.shown) showAgain(opened);
}

/** Unpublishes a story, or publishes it again, and returns the names of the languages in which that changed it. */
async function publishedIn(opened: Opened, what: 'unpublish' | 'republish'): Promise<string> {
	const { languages: before } = opened.saved;
	await publish(opened, what);
	const isOther = (code: string) => (before[code] === 'draft') !== (opened.saved.languages[code] === 'draft');
	const others = screen.state.languages.filter(({ code }) => isOther(code)).map(({ name }) => name);
	return new Intl.ListFormat('en').format(others);
}

const unpublish = async (opened: Opened): Promise<string> =>
	`Unpublished in ${await publishedIn(opened, 'unpublish')}. Undo publishes it again.`;

const act = (done: string, run: (opened: Opened) => Promise<unknown>) => () => {
	const opened = screen.shown;
	if (opened) void attempt(done, () => run(opened));
};

export const undo = act('Undone', (opened) => go(opened, opened.past, opened.future));
export const redo = act('Done again', (opened) => go(opened, opened.future, opened.past));
export const actions: Record<string, () => void> = {
	save: act('Saved as a draft', save),
	publish: act('Published', (opened) => publish(opened, 'publish')),
	unpublish: act('Unpublished', unpublish),
	undo,
	discard: act('Discarded', async (opened) => {
		discard(opened);
		showAgain(opened);
	}),
};
