import type { Change, ChangedItems, EditedState, EditorState } from '../protocol.js';
import { find } from './controls/dom.js';
import { ask } from './controls/requests.js';
import { discard, goTo, isIn, isSaved, type Opened, rebase, type Saved } from './history.js';
import { follow } from './preview.js';
import { problemIn } from './problems.js';
import { attempt, close, keyOf, screen, showAgain, showList } from './screen.js';
import { inTurn, isVain } from './turns.js';

/** What the browser finds wrong with a control, such as half of a date. */
function incomplete(): string | undefined {
	const [control] = find('form').querySelectorAll<HTMLInputElement>(':is(input, textarea, select):invalid');
	return (
		control &&
		`${control.ariaLabel ?? control.labels?.[0]?.textContent ?? 'A field'}: ${control.validationMessage}`
	);
}

/** The steps that can be undone, or done again. */
type Steps = 'past' | 'future';

/** Undoes a step, or does it again. */
async function go(opened: Opened, from: Steps, to: Steps): Promise<string | undefined> {
	const step = opened[from].at(-1);
	if (step === undefined) return undefined;
	if (typeof step === 'object') {
		const { languages } = opened.saved;
		const leave = () => {
			opened[from] = opened[from].filter((one) => one !== step);
		};
		const refused = (error: Error): never => {
			// Without an answer, it can be asked for again.
			if (error.cause !== undefined) leave();
			throw error;
		};
		await makeStep(opened, to, async () => {
			// The files have to be as they were left.
			await save(opened);
			const asked = ask<ChangedItems>({ do: 'restore', step: step.unpublished });
			const made = await asked.catch(refused).finally(() => readAgain(opened));
			leave();
			return made.step;
		});
		if (opened === screen.shown) follow(opened, from === 'past' ? 'publish' : 'unpublish');
		return `${from === 'past' ? 'Published' : 'Unpublished'} again in ${changedSince(languages, opened)}.`;
	}
	opened[from].pop();
	opened[to].push(opened.now);
	goTo(opened, step);
	showAgain(opened);
	return undefined;
}

/** Makes a step by a request. Its place among the steps is before what is typed meanwhile, and it loses that if it fails. */
async function makeStep(opened: Opened, to: Steps, run: () => Promise<string>): Promise<void> {
	const step = { unpublished: '' };
	opened[to].push(step);
	opened.typed = undefined;
	try {
		step.unpublished = await run();
	} catch (error) {
		opened[to] = opened[to].filter((one) => one !== step);
		throw error;
	}
}

async function save(opened: Opened): Promise<void> {
	const problem = problemIn(opened) ?? (opened === screen.shown ? incomplete() : undefined);
	if (problem !== undefined) throw new Error(`Nothing is saved. ${problem}`);
	const { unanswered } = opened;
	if (unanswered) {
		const fresh = await read(opened);
		opened.unanswered = undefined;
		if (isIn(fresh, unanswered)) await take(opened, fresh, unanswered);
	}
	if (isSaved(opened)) return;
	const { saved, now } = opened;
	// Text that is typed during the request is not saved by it.
	const next = JSON.parse(now) as Saved;
	const changed = (after: object, before: object) =>
		Object.fromEntries(
			Object.entries(after).filter(
				([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, field)),
			),
		);
	const change = {
		...(next.name === saved.name ? {} : { name: next.name }),
		front: changed(next.front, saved.front),
		content: changed(next.content, saved.content),
		without: Object.keys(saved.content).filter((field) => !(field in next.content)),
	};
	await send(opened, { do: 'save', ...change }, next);
}

/** Sends a change of a story, after which this is saved. */
async function send(opened: Opened, change: Change, sent: Saved): Promise<EditedState> {
	const { story, saved } = opened;
	const { lang, digest } = saved;
	const request = { id: story.id, lang, digest, ...change };
	// It stays the same one when another story is opened meanwhile.
	screen.edited.set(keyOf(story.id, lang), opened);
	opened.unanswered = sent;
	const answer = await ask<EditedState>(request).catch((error) => mergeAfter(error, opened));
	opened.unanswered = undefined;
	await take(opened, answer, sent);
	if (opened === screen.shown) follow(opened, change.do);
	return answer;
}

/** Goes on after a change that was not made, from what somebody else has made of the story. */
async function mergeAfter(error: Error, opened: Opened): Promise<never> {
	if (error.cause !== undefined) opened.unanswered = undefined;
	if (error.cause === 404) {
		await takeState(await ask<EditorState>({ do: 'state' }));
		throw new Error(`${error.message} What you typed is still here. Copy makes a new story of it.`);
	}
	if (error.cause !== 409) throw error;
	await readAgain(opened);
	find('form').querySelector('.versions')?.scrollIntoView({ block: 'center' });
	const what = problemIn(opened) ?? 'What they changed is here now. Look at it, and do this again.';
	throw new Error(`Not saved. Somebody else changed the story since you opened it. ${what}`);
}

/** Goes on from which stories there are now. One that is gone stays open while it has text that is not saved. */
export const refresh = (state: EditorState): Promise<void> => inTurn(() => takeState(state));

async function takeState(state: EditorState): Promise<void> {
	screen.state = state;
	for (const one of new Set([...screen.edited.values(), ...(screen.shown ? [screen.shown] : [])])) {
		const story = state.stories.find(({ id }) => id === one.story.id);
		if (story) await readAgain(Object.assign(one, { story }));
		else if (isSaved(one)) close(one);
	}
	if (screen.shown) showAgain(screen.shown);
	else showList();
}

const read = ({ story, saved }: Opened): Promise<EditedState> =>
	ask({ do: 'story', id: story.id, lang: saved.lang });

/** Reads what is saved. What was edited on the screen stays edited. */
const readAgain = async (opened: Opened): Promise<void> => take(opened, await read(opened));

async function take(opened: Opened, fresh: EditedState, sent?: Saved): Promise<void> {
	const { story, now } = opened;
	const { lang, name, front, slug, slugs, languages } = fresh;
	rebase(opened, fresh, sent);
	Object.assign(story, { slug, slugs, languages }, lang === 'default' && { name, front });
	if (opened === screen.shown && opened.now !== now) showAgain(opened);
	else showList();
	// It was deleted, and is there again.
	if (!screen.state.stories.some(({ id }) => id === story.id)) await takeState(await ask({ do: 'state' }));
}

/** Names of the languages that are published now, or no longer. */
function changedSince(before: EditedState['languages'], { saved }: Opened): string {
	const isOther = (code: string) => (before[code] === 'draft') !== (saved.languages[code] === 'draft');
	const others = screen.state.languages.filter(({ code }) => isOther(code)).map(({ name }) => name);
	return new Intl.ListFormat('en').format(others);
}

async function publish(opened: Opened): Promise<string | undefined> {
	await save(opened);
	await send(opened, { do: 'publish' }, opened.saved);
	for (const steps of ['past', 'future'] as const)
		opened[steps] = opened[steps].filter((step) => typeof step === 'string');
	const { lang, languages } = opened.saved;
	if (languages[lang] === 'published') return undefined;
	const [first] = screen.state.languages;
	return `Saved. No page shows it while ${first?.name} is not published.`;
}

async function unpublish(opened: Opened): Promise<string> {
	const { languages } = opened.saved;
	opened.future = [];
	await makeStep(opened, 'past', async () => {
		await save(opened);
		const { step = '' } = await send(opened, { do: 'unpublish' }, opened.saved);
		return step;
	});
	const next = isSaved(opened) ? 'Undo publishes it again.' : 'What you typed since is not saved.';
	return `Unpublished in ${changedSince(languages, opened)}. ${next}`;
}

const act = (done: string, run: (opened: Opened) => Promise<unknown>) => () => {
	const opened = screen.shown;
	if (opened) void attempt(done, () => run(opened));
};

/** An action that writes. */
const write = (done: string, run: (opened: Opened) => Promise<unknown>) => () => {
	const opened = screen.shown;
	if (!opened) return;
	const asked = { done, opened, now: opened.now };
	if (!isVain(asked)) void attempt(done, () => inTurn(() => run(opened), asked));
};

/** Steps of what was typed wait for no request. */
function goer(done: string, from: Steps, to: Steps): () => void {
	const run = (opened: Opened) => go(opened, from, to);
	const [now, inItsTurn] = [act(done, run), write(done, run)];
	return () => (typeof screen.shown?.[from].at(-1) === 'object' ? inItsTurn : now)();
}

export const undo = goer('Undone', 'past', 'future');
export const redo = goer('Done again', 'future', 'past');
export const actions: Record<string, () => void> = {
	save: write('Saved as a draft', save),
	publish: write('Published', publish),
	unpublish: write('Unpublished', unpublish),
	undo,
	discard: write('Discarded', async (opened) => {
		discard(opened);
		showAgain(opened);
	}),
};
