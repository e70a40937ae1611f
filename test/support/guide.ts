import type { FreshProject, Running } from './fresh-project.js';
import { docBlocks, type ShownBlock } from './readme.js';

/** Lines that run until they are stopped. */
const endless = /^(npx astro (dev|preview)|npx slugline (space|rebuild)|node (src\/hook\.ts|dist\/server\/))/;

/** Opens a page of the docs to follow it in a project. */
export async function openGuide(page: string, project: FreshProject) {
	const blocks = await docBlocks(page);
	const rest = new Set(blocks);

	const followBlock = async (
		{ path, language, code }: ShownBlock,
		followed: { printed: string[]; running: Running[] },
	) => {
		if (path !== undefined) return project.write(path, code);
		if (language !== 'sh') return;
		for (const line of linesOf(code)) {
			const [, assignments] = /^export (.+)/.exec(line) ?? [];
			if (assignments !== undefined) Object.assign(project.env, assignmentsOf(assignments));
			else if (endless.test(line)) followed.running.push(await project.start(line));
			else followed.printed.push(await project.run(line));
		}
	};

	return {
		/**
		 * Follows a section, or the whole page: writes each file that has a title, and runs each terminal line, in the order of
		 * the page.
		 *
		 * @param replace what a reader puts in place of something else, such as a token for an ellipsis
		 */
		async follow(section?: string, replace: Readonly<Record<string, string>> = {}) {
			const chosen = blocks.filter((block) => section === undefined || block.section === section);
			if (chosen.length === 0) throw new Error(`${page} shows nothing to follow under "${section}".`);
			/** The output of each line that ended, and the programs that the other lines started. */
			const followed = { printed: [] as string[], running: [] as Running[] };
			for (const block of chosen) {
				await followBlock({ ...block, code: replaced(block.code, replace) }, followed);
				if (block.path !== undefined || block.language === 'sh') rest.delete(block);
			}
			return followed;
		},
		/** The first line of each block that has not been followed. */
		rest: () => [...rest].map(({ code }) => code.slice(0, code.indexOf('\n'))),
	};
}

/** The lines of a terminal, without comments, and without those for a machine with Docker. */
const linesOf = (code: string): string[] =>
	code
		.replaceAll(/\\\n\s*/g, '')
		.split('\n')
		.map((line) => line.replace(/\s+# .*$/, '').trim())
		.filter((line) => line !== '' && !line.startsWith('docker '));

function assignmentsOf(text: string): Record<string, string> {
	return Object.fromEntries(text.split(' ').map((pair) => pair.split('=', 2) as [string, string]));
}

function replaced(code: string, replace: Readonly<Record<string, string>>): string {
	let text = code;
	for (const [from, to] of Object.entries(replace)) text = text.replaceAll(from, to);
	return text;
}
