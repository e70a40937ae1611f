import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSite } from '../../support/site.js';
import { seconds, table } from '../table.js';

/** How long a newcomer waits: from an empty folder, with the package installed, to a built page. */
export async function runInit(): Promise<void> {
	const site = await createSite({});
	try {
		console.error('… init');
		const cli = join(site.folder, 'node_modules/astro-slugline/dist/cli/main.js');
		const began = performance.now();
		await promisify(execFile)(process.execPath, [cli, 'init', '--demo', '--yes'], { cwd: site.folder });
		const written = performance.now();
		const { code, output } = await site.build();
		if (code !== 0) throw new Error(output);
		const built = performance.now();
		console.log('\nFrom an empty folder to a site of the demo space\n');
		console.log(
			table(
				['', 'time'],
				[
					['slugline init --demo --yes', seconds(written - began)],
					['the first astro build', seconds(built - written)],
					['together', seconds(built - began)],
				],
			),
		);
	} finally {
		await site.delete();
	}
}
