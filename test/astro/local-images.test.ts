import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { localImagesModule } from '../../packages/astro-slugline/src/astro/virtual-modules/local-images.js';
import { temporaryFolder } from '../support/test-folder.js';

const image = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>';

it('knows the sizes of public images, also behind links, which Vite copies', async () => {
	const outside = await temporaryFolder({ 'far.svg': image });
	const folder = await temporaryFolder({ 'a/near.svg': image, 'text.svg': 'no image' });
	await symlink(outside, join(folder, 'link'));
	await symlink(join(outside, 'far.svg'), join(folder, 'file.svg'));
	await symlink(join(outside, 'nowhere'), join(folder, 'dead.svg'));
	await symlink(folder, join(folder, 'circle'));
	const site = { publicDir: pathToFileURL(`${folder}/`), base: '/base/' };
	const started = () => ({ source: { kind: 'folder' }, site });
	const code = await localImagesModule({ started } as never).code('server', undefined as never);
	expect(JSON.parse(String(code).replace(/^export default |;$/g, ''))).toEqual({
		'/base/a/near.svg': [3, 2],
		'/base/file.svg': [3, 2],
		'/base/link/far.svg': [3, 2],
	});
});
