// Writes the reference, from the source of the package, into the space of the docs: `node reference/write.mjs [folder] [--list]`.
// With `--list`, it names each message that it leaves out, because the source puts it together.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages } from './pages.mjs';

const [given, list] = process.argv.slice(2);
const folder = given ?? fileURLToPath(new URL('../space/reference/', import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const unread = [];
const written = await pages((place) => unread.push(place));
for (const [slug, text] of written) writeFileSync(join(folder, `${slug}.md`), text);
if (list === '--list') for (const place of unread) console.log(`Left out: ${place}`);
console.log(
	`The reference has ${written.length} pages. It leaves out ${unread.length} messages that the source puts together.`,
);
