import { crc32 } from 'node:zlib';

/** Edits the content of a sealed file (`src/shared/node/sealed-file.ts`), and gives it the checksum that it then needs. */
export function resealed(file: Buffer, edit: (content: string) => string): Buffer {
	const content = Buffer.from(edit(file.subarray(9).toString('latin1')), 'latin1');
	return Buffer.concat([Buffer.from(`${crc32(content).toString(16).padStart(8, '0')} `), content]);
}
