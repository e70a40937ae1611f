import { env as imported } from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchOutside } from '../../packages/astro-keep/src/reads/environment.js';

const root = pathToFileURL(`${process.cwd()}/`);
const { env } = process;
// Node makes the exports of a module when it is first imported, which other modules do before a build begins.
expect(imported).toBeDefined();
const reads: string[] = [];

/** Loads a module with Node, which alone knows the modules of Node. */
async function load(code: string): Promise<unknown> {
	const { value } = await import(
		/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${code}\n// ${reads.length}`)}`
	);
	return typeof value === 'function' ? value() : value;
}

let stop = () => {};
beforeEach(() => {
	reads.length = 0;
	process.env['PROMO'] = 'spring';
	stop = watchOutside(root, root.href, (read) => reads.push(read));
});
afterEach(() => {
	stop();
	delete process.env['PROMO'];
});

it.each([
	`export const value = process.env.PROMO;`,
	`export const { PROMO: value } = globalThis.process.env;`,
	`import { env } from 'node:process'; export const value = () => env.PROMO;`,
	`import { env as settings } from 'process'; export const value = settings['PROMO'];`,
	`import process from 'node:process'; export const value = process.env.PROMO;`,
	`import * as process from 'node:process'; export const value = process.env.PROMO;`,
	`import * as all from 'process'; const { env } = all.default; export const value = env.PROMO;`,
	`export const value = (await import('node:process')).env.PROMO;`,
	`import { createRequire } from 'node:module'; export const value = createRequire('file:///x.js')('process').env.PROMO;`,
	`export const value = process.getBuiltinModule('node:process').env.PROMO;`,
	`export { env } from 'node:process'; import { env } from 'node:process'; export const value = env.PROMO;`,
])('reports a variable that code reads by %s', async (code) => {
	expect(await load(code)).toBe('spring');
	expect(reads).toContain('env "PROMO"');
	expect(reads).not.toContain('env "*"');
});

it('reports all variables if code lists them', async () => {
	await load(`import { env } from 'node:process'; export const value = { ...env };`);
	expect(reads).toContain('env "*"');
});

it('watches code that was loaded before, and restores the environment', async () => {
	stop();
	const code = `import { env } from 'node:process'; export const value = () => () => env;`;
	const read = (await load(code)) as () => NodeJS.ProcessEnv;
	expect(read()['PROMO']).toBe('spring');
	expect(reads).toEqual([]);
	stop = watchOutside(root, root.href, (found) => reads.push(found));
	expect(read()['PROMO']).toBe('spring');
	expect(reads).toContain('env "PROMO"');
	stop();
	expect(read()).toBe(env);
	expect(process.env).toBe(env);
});

it('reports a request over the network, and none of an address that needs no network', async () => {
	for (const address of ['data:text/plain,x', new URL('data:text/plain,y'), new Request('data:text/plain,z')])
		expect(await (await fetch(address)).text()).toMatch(/^[xyz]$/);
	expect(reads).toEqual([]);
	await expect(fetch('http://127.0.0.1:1/')).rejects.toThrow();
	expect(reads).toContain('fetch null');
});
