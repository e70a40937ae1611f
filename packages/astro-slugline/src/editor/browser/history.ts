import type { EditedState, ListedStory } from '../protocol.js';
import { merge, mergeFields, saysSame, type TwoVersions } from './merge.js';

/** A story in one language: its saved content, its current content, and the steps that led there. */
export interface Opened {
	story: ListedStory;
	saved: EditedState;
	name: string | TwoVersions;
	content: Record<string, unknown>;
	/** Earlier states, or `unpublished`, which stands for that step. */
	past: string[];
	/** States that were undone. */
	future: string[];
	/** The current state. */
	now: string;
	/** The control in which a word is being typed. */
	typed?: EventTarget | undefined;
}

/** The step of a story that was unpublished. */
export const unpublished = 'unpublished';

const stateOf = ({ name, content }: Pick<Opened, 'name' | 'content'>): string =>
	JSON.stringify({ name, content });

export function createOpened(story: ListedStory, saved: EditedState): Opened {
	const { name, content } = structuredClone(saved);
	return { story, saved, name, content, past: [], future: [], now: stateOf(saved) };
}

export const isSaved = ({ saved, now }: Opened): boolean => now === stateOf(saved);

/** @param typed the control, if a word in it was continued, which is one step with the rest of the word */
export function addStep(opened: Opened, typed?: EventTarget, step = opened.now): void {
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

/** Goes on from what the files have now. What both changed differently has two versions then. No step undoes what others changed. */
export function rebase(opened: Opened, fresh: EditedState): void {
	const { saved } = opened;
	if (saysSame([saved.name, saved.content], [fresh.name, fresh.content])) {
		opened.saved = { ...fresh, name: saved.name, content: saved.content };
		return;
	}
	const rebased = (state: string): string => {
		if (state === unpublished) return state;
		const { name, content } = JSON.parse(state) as Pick<Opened, 'name' | 'content'>;
		const merged = mergeFields(saved.content, content, fresh.content);
		return stateOf({ name: merge(saved.name, name, fresh.name) as Opened['name'], content: merged });
	};
	opened.saved = fresh;
	opened.past = opened.past.map(rebased);
	opened.future = opened.future.map(rebased);
	goTo(opened, rebased(opened.now));
}
