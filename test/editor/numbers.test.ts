import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isExact } from '../../packages/astro-slugline/src/editor/browser/controls/texts.js';

it.each([
	'',
	'0',
	'5',
	'-5',
	'007',
	'1.50',
	'1e3',
	'1E-7',
	'.5',
	'5.',
	'0.1',
	'9007199254740993e0',
	'1e400',
	'1e-400',
	'12345678901234567890',
	'0.1234567890123456789',
])('%j is refused if it would be rounded', (text) => {
	const isRounded = /993|400|890|789$/.test(text);
	expect(isExact(text)).toBe(!isRounded);
});

it('every number that a machine has is taken as it is written', () => {
	fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (one) => isExact(String(one))));
});
