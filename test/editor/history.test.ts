import { expect, it } from 'vitest';
import {
	addStep,
	createOpened,
	goTo,
	isSaved,
	type Opened,
	rebase,
} from '../../packages/astro-slugline/src/editor/browser/history.js';
import { problemIn } from '../../packages/astro-slugline/src/editor/browser/problems.js';
import type { EditedState, ListedStory } from '../../packages/astro-slugline/src/editor/protocol.js';

const stateOf = (content: object, name = 'Name', front = {}) =>
	({ name, front, content: { component: 'page', ...content }, lang: 'default' }) as unknown as EditedState;

/** A story whose saved content is the first, after steps to the others. */
function openedWith(first: object, ...steps: object[]): Opened {
	const opened = createOpened({} as ListedStory, stateOf(first));
	for (const step of steps) {
		opened.content = { component: 'page', ...step };
		addStep(opened);
	}
	return opened;
}

const undo = (opened: Opened) => goTo(opened, opened.past.pop() as string);
const why = 'Somebody else changed this, too. Choose a version.';

it.each([
	['a field', (value: object) => value],
	['a field of a blok', (value: object) => ({ body: [{ _uid: '1', component: 'fact', ...value }] })],
])('keeps both versions of %s that one of them lacks, and saves neither', (_, within) => {
	for (const [base, mine, theirs] of [
		[{ x: 'mine' }, {}, { x: 'theirs' }],
		[{}, { x: 'mine' }, { x: 'theirs' }],
		[{ x: 'base' }, { x: 'mine' }, {}],
	] as object[][]) {
		const opened = openedWith(within(base ?? {}), within(mine ?? {}));
		rebase(opened, stateOf(within(theirs ?? {})));
		const listOf = (value = {}) => Object.values(value);
		expect(JSON.stringify(opened.content)).toContain(JSON.stringify([listOf(mine), listOf(theirs)]));
		expect(problemIn(opened)).toContain(why);
	}
});

it('keeps both versions of the name', () => {
	const opened = openedWith({});
	opened.name = 'Mine';
	addStep(opened);
	rebase(opened, stateOf({}, 'Theirs'));
	expect(opened.name).toEqual({ 'editor:versions': [['Mine'], ['Theirs']], why });
	expect(problemIn(opened)).toBe(`Story name: ${why}`);
	undo(opened);
	expect(opened.name).toBe('Theirs');
	expect(isSaved(opened)).toBe(true);
});

it('merges tags and dates', () => {
	const opened = openedWith({});
	opened.front = { tag_list: ['mine'] };
	addStep(opened);
	rebase(opened, stateOf({}, 'Name', { first_published_at: '2026-03-09' }));
	expect(opened.front).toEqual({ tag_list: ['mine'], first_published_at: '2026-03-09' });
	rebase(opened, stateOf({}, 'Name', { tag_list: ['theirs'], first_published_at: '2026-03-09' }));
	expect(problemIn(opened)).toBe(`Story tags: ${why}`);
	undo(opened);
	expect(opened.front).toEqual({ tag_list: ['theirs'], first_published_at: '2026-03-09' });
	expect(isSaved(opened)).toBe(true);
});

it('undoes no change of others', () => {
	const opened = openedWith({ x: 1, y: 1 }, { x: 2, y: 1 });
	rebase(opened, stateOf({ x: 1, y: 2 }));
	expect(opened.content).toMatchObject({ x: 2, y: 2 });
	undo(opened);
	expect(opened.content).toMatchObject({ x: 1, y: 2 });
	expect(isSaved(opened)).toBe(true);
});

it('keeps what is typed, if the file has it without the white space around it', () => {
	const opened = openedWith({ body: '' }, { body: 'One\n\n' });
	const before = structuredClone(opened.content);
	const { name, front, content } = opened;
	rebase(opened, stateOf({ body: 'One' }), structuredClone({ name, front, content }) as EditedState);
	expect(opened.content).toEqual(before);
	expect(isSaved(opened)).toBe(true);
	// Nobody has changed it meanwhile.
	opened.content = { component: 'page', body: 'One\n\ntwo' };
	addStep(opened);
	rebase(opened, stateOf({ body: 'One', title: 'Theirs' }));
	expect(opened.content).toEqual({ component: 'page', body: 'One\n\ntwo', title: 'Theirs' });
});

it('takes as saved what the file has without the white space, also if it has more than was sent', () => {
	const opened = openedWith({ body: '' }, { body: 'One\n', cover: { filename: 'a' } });
	const sent = structuredClone(opened) as unknown as EditedState;
	const dated = { first_published_at: '2026-03-09' };
	const fresh = stateOf({ body: 'One', cover: { filename: 'a', alt: '' } }, 'Name', dated);
	rebase(opened, fresh, sent);
	expect(opened.content).toMatchObject({ body: 'One\n', cover: { alt: '' } });
	expect(opened.front).toEqual(dated);
	expect(isSaved(opened)).toBe(true);
	// Nor does a change of others make it unsaved.
	rebase(opened, { ...fresh, name: 'Theirs' });
	expect(opened).toMatchObject({ name: 'Theirs', content: { body: 'One\n' } });
	expect(isSaved(opened)).toBe(true);
});

it('keeps rich text that is typed, if the file has it without what no page shows', () => {
	const bloks = (...blocks: object[]) => ({
		body: [{ _uid: 'a', component: 'fact', text: { type: 'doc', content: blocks } }],
	});
	const paragraph = (text: string, attrs?: object) => ({
		type: 'paragraph',
		...(attrs && { attrs }),
		content: [{ type: 'text', text }],
	});
	const typed = bloks(paragraph('One '), { type: 'paragraph' });
	const opened = openedWith({}, typed);
	const { name, front, content } = structuredClone(opened);
	rebase(opened, stateOf(bloks(paragraph('One', { textAlign: null }))), {
		name,
		front,
		content,
	} as EditedState);
	expect(opened.content).toMatchObject(typed);
	expect(isSaved(opened)).toBe(true);
	// What is no rich text stays itself.
	const odd = (value: unknown) => ({ text: { type: 'doc', content: [value] } });
	const other = openedWith(
		odd(null),
		odd({ type: 'paragraph', content: [{ type: 'text', text: 1, marks: 1 }] }),
	);
	rebase(other, stateOf(odd(1)));
	expect(problemIn(other)).toContain(why);
});

it('takes files that say the same as no change', () => {
	const body = (uid: string, fact: object) => ({ body: [{ _uid: uid, component: 'fact', ...fact }] });
	const opened = openedWith(body('typed', { x: 1, y: 1 }));
	rebase(opened, { ...stateOf(body('of the place', { y: 1, x: 1 })), digest: 'next' });
	expect(isSaved(opened)).toBe(true);
	expect(opened.saved.digest).toBe('next');
	expect(opened.content).toMatchObject({ body: [{ _uid: 'typed' }] });
});
