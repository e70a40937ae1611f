import type { EditedState, ListedStory } from '../protocol.js';
import { bare, merge, mergeFields, saysSame, type TwoVersions } from './merge.js';

/** A story in one language: its saved content, its current content, and the steps that led there. */
export interface Opened {
	story: ListedStory;
	saved: EditedState;
	name: string | TwoVersions;
	/** The other fields of the front matter. */
	front: Record<string, unknown>;
	content: Record<string, unknown>;
	past: Step[];
	/** States that were undone. */
	future: Step[];
	/** The current state. */
	now: string;
	/** The control in which a word is being typed. */
	typed?: EventTarget | undefined;
	/** What was sent, and not answered. The files may have it. */
	unanswered?: Saved | undefined;
}

/** An earlier state, or the id of the step in which the story was unpublished. */
export type Step = string | { unpublished: string };

/** What is saved of a story. */
export type Saved = Pick<EditedState, 'name' | 'front' | 'content'>;

type State = Pick<Opened, 'name' | 'front' | 'content'>;

const partsOf = <Parts extends State | Saved>({ name, front, content }: Parts) => ({ name, front, content });
const stateOf = (state: State | Saved): string => JSON.stringify(partsOf(state));

/** A state without the white space around texts, which no file has below its front matter. */
const trimmed = ({ name, front, content }: Saved): Saved => ({
	...{ name, front },
	content: Object.fromEntries(
		Object.entries(content).map(([field, value]) => [field, bare(value)]),
	) as Saved['content'],
});

/** True if the files have what was sent. */
export const isIn = (fresh: EditedState, sent: Saved): boolean => saysSame(trimmed(sent), trimmed(fresh));

export function createOpened(story: ListedStory, saved: EditedState): Opened {
	return { story, saved, ...structuredClone(partsOf(saved)), past: [], future: [], now: stateOf(saved) };
}

export const isSaved = ({ saved, now }: Opened): boolean => now === stateOf(saved);

/** @param typed the control, if a word in it was continued, which is one step with the rest of the word */
export function addStep(opened: Opened, typed?: EventTarget, step: Step = opened.now): void {
	if (typed === undefined || typed !== opened.typed) opened.past.push(step);
	opened.typed = typed;
	opened.future = [];
	opened.now = stateOf(opened);
}

/** Returns to an earlier state, or to one that was undone. */
export function goTo(opened: Opened, state: string): void {
	Object.assign(opened, JSON.parse(state), { now: state, typed: undefined });
}

/** Returns to what is saved, as a step that can be undone. */
export function discard(opened: Opened): void {
	addStep(opened);
	goTo(opened, stateOf(opened.saved));
}

/**
 * Goes on from what the files have now. What both changed differently has two versions then. No step undoes what others changed.
 *
 * @param sent what was sent, if the files have what was made of it. More may be typed since.
 */
export function rebase(opened: Opened, fresh: EditedState, sent?: Saved): void {
	const { name, front, content } = sent ?? opened.saved;
	const isTyped = sent !== undefined && opened.now !== stateOf(sent);
	if (isTyped || isIn(fresh, { name, front, content })) {
		opened.saved = { ...fresh, name, front, content };
		return;
	}
	const rebased = (state: string): string => {
		const mine = JSON.parse(state) as State;
		const merged = mergeFields(content, mine.content, fresh.content);
		return stateOf({
			name: merge(name, mine.name, fresh.name) as Opened['name'],
			front: mergeFields({ ...front }, mine.front, { ...fresh.front }),
			content: merged,
		});
	};
	// White space that the form has, and the file does not, counts as saved.
	opened.saved = { ...fresh, ...(JSON.parse(rebased(stateOf({ name, front, content }))) as Saved) };
	const rebasedIn = (steps: Step[]) => steps.map((step) => (typeof step === 'string' ? rebased(step) : step));
	if (!sent) Object.assign(opened, { past: rebasedIn(opened.past), future: rebasedIn(opened.future) });
	goTo(opened, rebased(opened.now));
}
