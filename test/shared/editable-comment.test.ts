import { expect, it } from 'vitest';
import { editableComment } from '../../packages/astro-slugline/src/shared/api/editable-comment.js';

it('cannot be ended by a name or a uid', () => {
	const comment = editableComment({ name: '--><script>', space: 1, uid: '--!>', id: 2 });
	expect(comment.slice(4, -3)).not.toMatch(/--|>|</);
	expect(JSON.parse(comment.slice('<!--#storyblok#'.length, -3))).toEqual({
		name: '--><script>',
		space: '1',
		uid: '--!>',
		id: '2',
	});
});
