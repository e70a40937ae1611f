import { expect, it } from 'vitest';
import { copyBlog } from '../support/blog-copy.js';
import { isLong } from '../support/long.js';

// What `astro check` finds in a site with mistakes is in types.test.ts.
it.runIf(isLong)('`astro check` reports no error, warning, or hint on the playground', async () => {
	const blog = await copyBlog();
	const { code, output } = await blog.astro(['check']);
	expect(code, output).toBe(0);
	expect(output).toMatch(/- 0 errors\s+- 0 warnings\s+- 0 hints/);
});
