import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { replaceFile } from '../../shared/replace-file.js';
import { ignoreFolder, readOrNull } from '../disk/file-driver.js';
import { identityOf, identitySchema, isAlive } from '../disk/identity.js';
import { endTree, type RunningCommand } from './process-tree.js';

const noteSchema = z.object({
	command: identitySchema,
	mark: z.string(),
	receiver: identitySchema,
	/** The lock that the receiver held; null if the command ran without one. */
	lock: z.string().nullable(),
});

type Note = z.infer<typeof noteSchema>;

const folderOf = (cwd: string) => join(cwd, '.slugline', 'rebuild-commands');

/**
 * Writes a note on disk that this process runs a command.
 *
 * @param lock the lock that this process holds
 * @returns a function that deletes the note
 */
export async function noteCommand(
	cwd: string,
	{ pid, mark }: RunningCommand,
	lock: string | null,
): Promise<() => Promise<void>> {
	const folder = folderOf(cwd);
	const path = join(folder, `${pid}.json`);
	await mkdir(folder, { recursive: true });
	await ignoreFolder(join(cwd, '.slugline'));
	const note: Note = { command: identityOf(pid), mark, receiver: identityOf(), lock };
	await replaceFile(path, JSON.stringify(note));
	return () => rm(path, { force: true });
}

/**
 * Ends the commands in this folder that are no longer allowed to run: those whose receiver was killed, and those of a receiver
 * that lost the lock to this one, for example because it was paused. A process is ended only if it is certainly the noted one,
 * with the same start time on the same boot.
 *
 * @param lock the lock that this process holds
 */
export async function endOrphans(cwd: string, lock: string | null): Promise<void> {
	const folder = folderOf(cwd);
	for (const name of await readdir(folder).catch(() => [])) {
		if (!name.endsWith('.json')) continue;
		const path = join(folder, name);
		const note = parse(await readOrNull(path).catch(() => null));
		if (!note || !isOver(note, lock)) continue;
		if (isAlive(note.command)) await endTree({ pid: note.command.pid, mark: note.mark });
		await rm(path, { force: true });
	}
}

/** False for a command of another machine, and for one whose receiver is alive and holds another lock: we cannot judge these. */
const isOver = (note: Note, lock: string | null): boolean =>
	isAlive(note.receiver) === false || (lock !== null && note.lock === lock && !isSelf(note.receiver));

const isSelf = (receiver: Note['receiver']): boolean => isDeepStrictEqual(receiver, identityOf());

function parse(text: string | null): Note | null {
	try {
		const parsed = noteSchema.safeParse(JSON.parse(text ?? ''));
		return parsed.success ? parsed.data : null;
	} catch {
		return null;
	}
}
