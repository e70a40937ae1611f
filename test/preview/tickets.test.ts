import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	createTickets,
	isSigned,
	readEditorAddress,
	sign,
	writeEditorAddress,
} from '../../packages/astro-slugline/src/preview/index.js';

const now = Date.UTC(2026, 0, 31, 12);
const signer = { spaceId: 123, previewToken: 'prevtok' };
const minutes = (count: number) => count * 60_000;

describe("the editor's signature", () => {
	it('is the one that the service documents', async () => {
		expect(await sign(signer, 1_700_000_000_000)).toEqual({
			spaceId: '123',
			timestamp: '1700000000',
			hash: 'd4ea33514f0f99008944605f316a83ed6a10adaa',
		});
	});

	it('is taken for an hour, and from a clock that is five minutes ahead', async () => {
		const signature = await sign(signer, now);
		for (const at of [0, minutes(60), -minutes(5)])
			expect(await isSigned(signature, signer, now + at)).toBe(true);
		for (const at of [minutes(60) + 1000, -minutes(5) - 1000])
			expect(await isSigned(signature, signer, now + at)).toBe(false);
	});

	it.each([
		['another hash', { hash: '0'.repeat(40) }],
		['a shorter hash', { hash: 'd4' }],
		['no hash', { hash: '' }],
		['an older timestamp', { timestamp: '1769860799' }],
		['a timestamp that is none', { timestamp: 'NaN' }],
		['a timestamp with more in it', { timestamp: '1769860800 ' }],
		['another space', { spaceId: '124' }],
		['a space that only looks like it', { spaceId: '0123' }],
	])('is refused with %s', async (_name, change) => {
		expect(await isSigned({ ...(await sign(signer, now)), ...change }, signer, now)).toBe(false);
	});

	it('is refused for another space, with another token, and without a token', async () => {
		const signature = await sign(signer, now);
		expect(await isSigned(signature, { ...signer, spaceId: 124 }, now)).toBe(false);
		expect(await isSigned(signature, { ...signer, previewToken: 'other' }, now)).toBe(false);
		const open = { ...signer, previewToken: '' };
		expect(await isSigned(await sign(open, now), open, now)).toBe(false);
	});

	it('travels in an address', async () => {
		const signature = await sign(signer, now);
		const address = { storyId: 7, lang: 'de', signature };
		const written = writeEditorAddress({ ...address, component: 'page' });
		expect(readEditorAddress(written)).toEqual({ ...address, release: undefined });
		written.set('_storyblok_release', '42');
		expect(readEditorAddress(written)?.release).toBe('42');
		written.delete('_storyblok_tk[token]');
		expect(readEditorAddress(written)).toBeUndefined();
	});
});

describe('a ticket', () => {
	const place = { spaceId: 123, origin: 'https://example.com' };
	const session = { storyId: 7, lang: 'de', release: undefined, started: now };
	const tickets = createTickets('prevtok');

	it('for a page is good for that page, for a minute', async () => {
		const ticket = await tickets.page(place, '/de/blog', session, now);
		expect(await tickets.checkPage(ticket, place, '/de/blog', now + 59_999)).toEqual(session);
		expect(await tickets.checkPage(ticket, place, '/de/blog', now + 60_000)).toBeUndefined();
		expect(await tickets.checkPage(ticket, place, '/de', now)).toBeUndefined();
		expect(await tickets.checkPage(ticket, { ...place, spaceId: 124 }, '/de/blog', now)).toBeUndefined();
		const foreign = { ...place, origin: 'http://example.com' };
		expect(await tickets.checkPage(ticket, foreign, '/de/blog', now)).toBeUndefined();
		expect(await tickets.checkSession(ticket, place, now)).toBeUndefined();
	});

	it('for a session lasts an hour from its last request, and twelve from its start, also through pages', async () => {
		let ticket = await tickets.session(place, session, now);
		expect(await tickets.checkPage(ticket, place, '/', now)).toBeUndefined();
		expect(await tickets.checkSession(ticket, place, now + minutes(60))).toBeUndefined();
		for (let at = now; at < now + minutes(12 * 60) - 1; at += minutes(50)) {
			const checked = await tickets.checkSession(ticket, place, at);
			expect(checked).toEqual(session);
			const page = await tickets.page(place, '/', checked ?? expect.unreachable(), at);
			const next = await tickets.checkPage(page, place, '/', at);
			ticket = await tickets.session(place, next ?? expect.unreachable(), at);
		}
		expect(await tickets.checkSession(ticket, place, now + minutes(12 * 60) - 1)).toBeDefined();
		expect(await tickets.checkSession(ticket, place, now + minutes(12 * 60))).toBeUndefined();
	});

	it('of another token, and one that was changed anywhere, is refused', async () => {
		const ticket = await tickets.session(place, session, now);
		expect(await createTickets('other').checkSession(ticket, place, now)).toBeUndefined();
		expect(ticket).not.toContain('prevtok');
		await fc.assert(
			fc.asyncProperty(fc.nat(ticket.length - 1), fc.constantFrom(...'Ab9-_.'), async (at, character) => {
				const forged = ticket.slice(0, at) + character + ticket.slice(at + 1);
				fc.pre(forged !== ticket);
				expect(await tickets.checkSession(forged, place, now)).toBeUndefined();
			}),
			{ seed: 20, numRuns: 100 },
		);
	});

	it('that is no ticket is refused', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
				expect(await tickets.checkSession(text, place, now)).toBeUndefined();
				expect(await tickets.checkPage(text, place, '/', now)).toBeUndefined();
			}),
			{ seed: 20, numRuns: 100 },
		);
		expect(() => createTickets('')).toThrow('preview token');
	});
});
