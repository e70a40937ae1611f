import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paragraphOf } from '../service/content.js';

const perFolder = 100;

/** Writes a space of so many stories as Markdown, in folders of 100. */
export async function writeSpace(folder: string, stories: number): Promise<void> {
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'space.yaml'), 'name: Bench\ncontent_types:\n  article: { body: text }\n');
	for (let first = 1; first <= stories; first += perFolder) {
		const section = join(folder, `section-${(first - 1) / perFolder}`);
		await mkdir(section);
		const ids = Array.from({ length: Math.min(perFolder, stories - first + 1) }, (_, n) => first + n);
		await Promise.all(ids.map((id) => writeFile(join(section, `story-${id}.md`), storyFile(id))));
	}
}

const storyFile = (id: number) => `---
name: Story ${id}
content:
  component: article
  title: "Story ${id}"
  price: "${(id % 500) + 0.5}"
  topics: [ropes, tides]
  seo:
    plugin: seo_metatags
    title: "Story ${id}"
    description: The story with the number ${id}.
---
${[1, 2, 3, 4, 5, 6].map((part) => `## Part ${part}\n\n${paragraphOf(id * 6 + part)}\n`).join('\n')}`;
