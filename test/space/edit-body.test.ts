import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { openSpace } from './open-space.js';

it('serves the text that was written, whatever it has, below whatever front matter', async () => {
	const signs = ['---', '...', '"', '| ', '{}', '- x', '+++', '%', '```', '    ', '\t', '\n', '\n\n', '\r\n'];
	const part = fc.constantFrom(...signs, 'word', '# h', 'a: b', '<!-- -->', '{{ a }}', '&amp;');
	const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
	const front = '---\nname: A\ncontent:\n  component: page\n---';
	const file = fc.constantFrom(
		front,
		`${front}\n`,
		`${front}\n`.replaceAll('\n', '\r\n'),
		`${front}\n\n\n`,
		`${front}\n\nOld text.\n`,
	);
	const shown = (body: unknown) =>
		String(body ?? '')
			.replace(/\r\n/g, '\n')
			.replace(/^(?:[ \t]*\n)*/, '')
			.trimEnd();
	await fc.assert(
		fc.asyncProperty(file, fc.array(text, { minLength: 1, maxLength: 4 }), async (first, texts) => {
			const { space, story } = await openSpace({ 'a.md': first });
			for (const body of texts) {
				await space.edit.write('a', { content: { body } });
				expect(shown((await story('a')).content.body), JSON.stringify([first, texts])).toBe(shown(body));
			}
			await space.close();
		}),
		{ seed: 3, numRuns: isLong ? 1000 : 20 },
	);
});
