import { expect, it } from 'vitest';
import { codesIn, type EmittedCode, emittedCode } from '../../packages/astro-keep/src/code/emitted-code.js';

const a = '// src/a.js\nconst a = "__VITE_ASSET__x1__";\n';
const b = '// src/b.js\nconst b = 2;\n';
const chunk = (url: string) =>
	`import { x } from "./x_!~{001}~.mjs";\n//#region src/a.js\nconst a = "${url}";\n//#endregion\n//#region src/b.js\nconst b = 2;\n//#endregion\nexport { a, b };`;
const codes = (text: string) =>
	Object.fromEntries(
		codesIn(text.replaceAll('//#region src/', '// src/'), [
			['a', a],
			['b', b],
		]),
	);

it('returns the code of each module, with the addresses of its files', () => {
	expect(codes(chunk('/_astro/font.abc.woff2?t=1'))).toEqual({
		a: 'const a = "/_astro/font.abc.woff2?t=1";\n',
		b: 'const b = 2;\n',
	});
});

it('ignores other code in the chunk, and the names of chunks', () => {
	const other = chunk('/f').replace('001', '002').replace('export { a, b };', 'export { b as t };');
	expect(codes(other)).toEqual(codes(chunk('/f')));
});

it('adds the chunk to a module that a plugin changed, and added code to all modules', () => {
	const before = codes(chunk('/f'));
	const changed = codes(chunk('/f').replace('const b = 2', 'const b = 3'));
	expect(changed['b']).toContain('const b = 3');
	expect(changed['a']).toBe(before['a']);
	const added = codes(`/* banner */ globalThis.x = 1;\n${chunk('/f')}`);
	expect(added['a']).toContain('globalThis.x = 1');
	expect(added['b']).toContain('globalThis.x = 1');
});

it('uses code of the bundle for prerendered pages only, whichever is written last', () => {
	const found: EmittedCode[] = [];
	const plugin = emittedCode(new URL('./', import.meta.url), (code) => found.push(code));
	const bundle = (name: string, code: string, file: string) => {
		const context = {
			environment: { name },
			getModuleIds: () => ['/site/a.js'],
			getModuleInfo: () => ({ isEntry: true, importedIds: [], dynamicallyImportedIds: [], meta: {} }),
		};
		const modules = { '/site/a.js': { code } };
		handlerOf(plugin.renderChunk).call(context, code, { modules });
		handlerOf(plugin.generateBundle).call(
			context,
			{},
			{ [file]: { type: 'chunk', fileName: file, modules } },
		);
	};
	bundle('prerender', 'const a = "page";', 'page.mjs');
	bundle('ssr', 'const a = "server";', 'server.mjs');
	expect(found.map(({ modules }) => modules.get('/site/a.js')?.code)).toEqual(['const a = "page";']);
	expect([...(found[0]?.files ?? [])]).toEqual(['page.mjs', 'server.mjs']);
});

const handlerOf = (hook: unknown) => Reflect.get(Object(hook), 'handler') as (...given: unknown[]) => void;
