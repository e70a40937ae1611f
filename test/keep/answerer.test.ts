import { expect, it } from 'vitest';
import {
	createAnswerer,
	forgetContent,
	isSameAnswer,
} from '../../packages/astro-keep/src/decide/answerer.js';
import type { Answer, Kind } from '../../packages/astro-keep/src/tracking/index.js';
import { addStoryKinds } from '../../packages/astro-slugline/src/astro/explain/index.js';

// Some of the reads here are of stories.
addStoryKinds();

const answersOf = (answers: Partial<Record<Kind, string | undefined>>) =>
	new Map<Kind, Answer<never>>(
		Object.entries(answers).map(([kind, text]) => [kind as Kind, (async () => text) as Answer<never>]),
	);

it('gives equal digests for equal answers only', async () => {
	const one = await createAnswerer(answersOf({ members: 'a' }))('members "x"');
	expect(await createAnswerer(answersOf({ members: 'a' }))('members "y"')).toBe(one);
	expect(await createAnswerer(answersOf({ members: 'b' }))('members "x"')).not.toBe(one);
});

it('gives a read without an answer a new digest', async () => {
	const answerer = createAnswerer(answersOf({ members: undefined }));
	expect(await answerer('members "x"')).not.toBe(await answerer('members "y"'));
	expect(await answerer('member ["x","y"]')).not.toBe(await createAnswerer(new Map())('member ["x","y"]'));
});

it('gives a read that never changes a digest without asking', async () => {
	const failing = createAnswerer(new Map());
	const asset = 'asset ["a.png","https://a",false]';
	expect(await failing(asset)).toBe(await createAnswerer(new Map())(asset));
	expect(await failing(asset)).not.toBe(await failing('asset ["b.png","https://a",false]'));
});

it('makes the text of an answer if its quick digest is not the one before', async () => {
	const answers = new Map<Kind, Answer<never>>([
		['members', (async () => ({ validator: '1', text: async () => [['a', ['text']]] })) as Answer<never>],
	]);
	const digest = await createAnswerer(answers)('members "x"');
	expect(digest).toMatch(/^[\da-f]{20}\.[\da-f]{20} \S+$/);
	expect(await createAnswerer(answers)('members "x"', 'other.text')).toBe(digest);
	const [validator = ''] = digest.split('.');
	expect(await createAnswerer(answers)('members "x"', `${validator}.known`)).toBe(`${validator}.known`);
	expect(await createAnswerer(answers)('members "x"', `${validator}0.known`)).toBe(digest);
});

it('keeps the digest of what it has answered when content is forgotten', async () => {
	const answers = answersOf({ members: 'a', lookup: 'code', env: 'value' });
	const answerer = createAnswerer(answers);
	const before = await answerer('members "x"');
	forgetContent(answers);
	expect(await answerer('members "x"')).toBe(before);
	expect(await answerer('members "y"')).not.toBe(before);
	expect([...answers.keys()]).toEqual(['lookup', 'env']);
});

it('compares the texts of two answers, whatever their quick digests are', () => {
	expect(isSameAnswer('1.a', '2.a')).toBe(true);
	expect(isSameAnswer('1.a', '1.b')).toBe(false);
	expect(isSameAnswer('a', '.a')).toBe(true);
});
