import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
	isAsRecorded,
	recordOutput,
} from '../../../packages/astro-slugline/src/astro/incremental/output/output.js';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'slugline-output-'));
	for (const path of ['index.html', 'blog/index.html', 'blog/post.html', 'tags/a/index.html', 'a.css'])
		write(path, 'before');
});
afterEach(() => rmSync(folder, { recursive: true }));

const pages = new Set(['index.html', 'blog/index.html', 'blog/post.html', 'tags/a/index.html']);

const write = (path: string, text: string) => {
	mkdirSync(join(folder, path, '..'), { recursive: true });
	writeFileSync(join(folder, path), text);
};

const none = () => false;

describe('the record of an output', () => {
	it('matches the output until a file changes, is added, or is removed', async () => {
		const record = recordOutput(folder, pages, undefined, none);
		expect(isAsRecorded(folder, record)).toBe(true);
		for (const change of [
			() => write('blog/post.html', 'after'),
			() => write('a.css', 'after'),
			() => write('tags/a/other.html', 'new'),
			() => rmSync(join(folder, 'tags/a/index.html')),
		]) {
			const before = recordOutput(folder, pages, record, none);
			await delay(10);
			change();
			expect(isAsRecorded(folder, before)).toBe(false);
		}
	});

	it('has the pages that a build wrote as they are, and shows that others were written by something else', async () => {
		const record = recordOutput(folder, pages, undefined, none);
		await delay(10);
		write('blog/index.html', 'rendered');
		const stays = (path: string) => path !== 'blog/index.html';
		const next = recordOutput(folder, pages, record, stays);
		expect([...next.pages.keys()].sort()).toEqual([...pages].sort());
		expect(isAsRecorded(folder, next)).toBe(true);

		await delay(10);
		write('tags/a/index.html', 'rewritten');
		expect(
			isAsRecorded(
				folder,
				recordOutput(folder, pages, next, () => true),
			),
		).toBe(false);
		expect(isAsRecorded(folder, recordOutput(folder, pages, next, none))).toBe(true);
	});

	it('takes new files beside a page that stays', async () => {
		const record = recordOutput(folder, pages, undefined, none);
		await delay(10);
		write('tags/a/card.png', 'new');
		const next = recordOutput(folder, pages, record, () => true);
		expect([...next.files.keys()]).toContain('tags/a/card.png');
		expect(isAsRecorded(folder, next)).toBe(true);
	});
});
