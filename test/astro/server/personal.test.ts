import type { APIContext } from 'astro';
import { expect, it } from 'vitest';
import { watch } from '../../../packages/astro-slugline/src/astro/server/personal.js';

const contextWith = (locals: object) =>
	({
		request: new Request('http://site.example/', { headers: { cookie: 'name=Ada' } }),
		cookies: { get() {}, has() {} },
		locals,
	}) as unknown as APIContext;

it('notes what a page reads of the visitor', () => {
	const reads: ((context: APIContext) => unknown)[] = [
		({ request }) => request.headers.get('cookie'),
		({ request }) => new Headers(request.headers),
		({ request }) => request.clone(),
		({ cookies }) => cookies.get('name'),
		({ locals }) => Reflect.get(locals, 'geo'),
	];
	for (const read of reads) {
		const context = contextWith({ geo: { city: 'Rome' } });
		const watched = watch(context);
		expect(watched.isPersonal).toBe(false);
		read(context);
		expect([read, watched.isPersonal]).toEqual([read, true]);
	}
});

it('leaves alone what it cannot watch, and what a site adds', () => {
	const fixed = Object.defineProperty({}, 'fixed', { value: 1, enumerable: true });
	const locals = Object.defineProperty(fixed, 'removed', {
		configurable: true,
		enumerable: true,
		get() {
			throw new Error('This was removed.');
		},
	});
	const context = contextWith(locals);
	const watched = watch(context);
	Object.assign(context.locals, { title: 'Home' });
	expect([Reflect.get(locals, 'title'), Reflect.get(locals, 'fixed'), watched.isPersonal]).toEqual([
		'Home',
		1,
		false,
	]);
	expect(() => Reflect.get(locals, 'removed')).toThrow('This was removed.');
});
