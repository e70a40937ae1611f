import { errorWords } from 'astro-slugline/wire';
import { expect, it } from 'vitest';

it.each([
	[['This record could not be found'], 'This record could not be found'],
	[['One', 'Two'], 'One, Two'],
	[{ error: 'Unauthorized' }, 'Unauthorized'],
	[{ message: 'Too many' }, 'Too many'],
	[{ errors: ['One', 'Two'] }, 'One, Two'],
	[{ slug: ['has already been taken'] }, 'slug has already been taken'],
	[{ name: ["can't be blank"], actions: 'are missing' }, "name can't be blank; actions are missing"],
	[{ error: 'Bad', status: 400, detail: { a: 1 } }, 'Bad'],
	[{ error: '' }, ''],
	[{}, ''],
	[[], ''],
])('the message of %j is %j', (body, words) => {
	expect(errorWords(body)).toBe(words);
});

it('a body that is not an error has no message', () => {
	for (const body of [undefined, null, '', '<html><body>502</body></html>', 7, [1, 2], [{ error: 'x' }]]) {
		expect(errorWords(body)).toBe('');
	}
});
