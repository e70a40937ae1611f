import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'playground', 'blog', 'dist');

/** The folder of the built blog, which is built first if it is not there. */
export async function builtBlog(): Promise<string> {
	if (existsSync(join(dist, 'slugline.json'))) return dist;
	const code = await new Promise((resolve, reject) => {
		const child = spawn('npm', ['run', 'build', '-w', 'playground-blog'], {
			cwd: root,
			stdio: 'inherit',
			env: {
				...process.env,
				PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`,
				ASTRO_TELEMETRY_DISABLED: '1',
			},
		});
		child.on('error', reject);
		child.on('close', resolve);
	});
	if (code !== 0) throw new Error('The blog could not be built; see above. Has the package been built?');
	return dist;
}

/** The HTML of every page of a built site by its address, such as `/de/`, without pages that only redirect. */
export async function pagesOf(folder: string): Promise<Map<string, string>> {
	const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('index.html'));
	const pages = await Promise.all(
		files.map(
			async (file): Promise<[string, string]> => [
				`/${file.replace(/index\.html$/, '')}`,
				await readFile(join(folder, file), 'utf8'),
			],
		),
	);
	const shown = pages.filter(([, html]) => !html.includes('http-equiv="refresh"'));
	return new Map(shown.sort(([a], [b]) => (a < b ? -1 : 1)));
}
