import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ignoreFolder, readOrNull, writeWhole } from '../disk/file-driver.js';
import { identityOf, identitySchema, isAlive } from '../disk/identity.js';
import { endTree } from './process-tree.js';

const noteSchema = z.object({ command: identitySchema, receiver: identitySchema });

const folderOf = (cwd: string) => join(cwd, '.slugline', 'rebuild-commands');

/** Notes that this process runs a command, and gives what strikes the note out. */
export async function noteCommand(cwd: string, pid: number): Promise<() => Promise<void>> {
	const folder = folderOf(cwd);
	const path = join(folder, `${pid}.json`);
	await mkdir(folder, { recursive: true });
	await ignoreFolder(join(cwd, '.slugline'));
	const note: z.infer<typeof noteSchema> = { command: identityOf(pid), receiver: identityOf() };
	await writeWhole(path, JSON.stringify(note));
	return () => rm(path, { force: true });
}

/**
 * Ends the commands in this folder whose receiver was killed. A process is ended only if it is surely the one that was noted:
 * it has the same start on the same boot.
 */
export async function endOrphans(cwd: string): Promise<void> {
	const folder = folderOf(cwd);
	for (const name of await readdir(folder).catch(() => [])) {
		if (!name.endsWith('.json')) continue;
		const path = join(folder, name);
		const note = parse(await readOrNull(path).catch(() => null));
		// One that another machine noted, or whose receiver lives, is not ours to judge.
		if (!note || isAlive(note.receiver) !== false) continue;
		if (isAlive(note.command)) await endTree(note.command.pid);
		await rm(path, { force: true });
	}
}

function parse(text: string | null): z.infer<typeof noteSchema> | null {
	try {
		const parsed = noteSchema.safeParse(JSON.parse(text ?? ''));
		return parsed.success ? parsed.data : null;
	} catch {
		return null;
	}
}
