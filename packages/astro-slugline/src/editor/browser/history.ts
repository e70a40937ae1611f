import type { EditedState, ListedStory } from '../protocol.js';
import { mergeFields } from './merge.js';

/** A story in one language: its saved content, its current content, and the steps that led there. */
export interface Opened {
	story: ListedStory;
	saved: EditedState;
	name: string;
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

/** Goes on from what somebody else has saved. What both changed differently has two versions then. */
export function rebase(opened: Opened, fresh: EditedState): void {
	const { saved, name, content } = opened;
	const wasSaved = isSaved(opened);
	opened.saved = fresh;
	const merged = wasSaved ? fresh.content : mergeFields(saved.content, content, fresh.content);
	const next = stateOf({ name: name === saved.name ? fresh.name : name, content: merged });
	if (next === opened.now) return;
	addStep(opened);
	goTo(opened, next);
}
