import { expect, it } from 'vitest';
import { checkedRender } from '../../../packages/astro-slugline/src/astro/preview-server/astro-render.js';

const render = () => ({
	styles: new Set(),
	partial: false,
	componentMetadata: new Map(),
	createAstro: () => ({}),
	_metadata: { headInTree: false, routeHasPropagation: false, other: 1 },
});

it('takes the render of an Astro that has all parts, and that of Astro 6', () => {
	const result = render();
	expect(checkedRender(result)).toBe(result);
	const older = { ...render(), _metadata: { headInTree: false } };
	expect(checkedRender(older)).toBe(older);
});

it.each([
	['styles', { styles: [] }],
	['partial', { partial: undefined }],
	['componentMetadata', { componentMetadata: {} }],
	['createAstro', { createAstro: undefined }],
	['_metadata', { _metadata: undefined }],
	['_metadata.headInTree', { _metadata: { routeHasPropagation: false } }],
	['_metadata.routeHasPropagation', { _metadata: { headInTree: false, routeHasPropagation: 'no' } }],
])('refuses a render whose %s is missing or different, instead of writing into it', (part, other) => {
	expect(() => checkedRender({ ...render(), ...other })).toThrow(
		`Preview cannot render pages with this version of Astro, because \`${part}\` of its render is missing or different.`,
	);
});
