// Writes the reference, from the source of the package, into the space of the docs: `node reference/write.mjs [folder]`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages } from './pages.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('../space/reference/', import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const unread = (place) => console.log(`The message at ${place} is put together elsewhere.`);
for (const [slug, text] of await pages(unread)) writeFileSync(join(folder, `${slug}.md`), text);
