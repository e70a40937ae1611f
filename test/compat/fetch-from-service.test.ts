import { expect, it, onTestFinished, vi } from 'vitest';
import { fetchFromService } from '../../packages/astro-slugline/src/compat/fetch-from-service.js';

/** Answers each request with a redirect to the next of these addresses, and then with 200. */
function redirectTo(...locations: string[]): string[] {
	const asked: string[] = [];
	const left = [...locations];
	vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
		asked.push(input);
		expect(init?.redirect).toBe('manual');
		const location = left.shift();
		return location === undefined
			? new Response('{}')
			: new Response(null, { status: 301, headers: { location } });
	});
	onTestFinished(() => void vi.unstubAllGlobals());
	return asked;
}

const address = 'https://api.example/v2/cdn/stories?token=secret-token';

it("follows redirects on the API's own origin with the token", async () => {
	const asked = redirectTo('/v2/cdn/stories?cv=7', 'https://api.example/v2/cdn/stories?cv=8');
	expect((await fetchFromService(address)).status).toBe(200);
	expect(asked.slice(1)).toEqual([
		'https://api.example/v2/cdn/stories?cv=7&token=secret-token',
		'https://api.example/v2/cdn/stories?cv=8&token=secret-token',
	]);
});

it.each([
	'https://evil.example/',
	'http://api.example/v2/cdn/stories',
	'//evil.example/x',
	'file:///etc/passwd',
])('does not follow a redirect to %s', async (location) => {
	const asked = redirectTo(location);
	const error = await fetchFromService(address).catch((error: Error) => error);
	expect(String(error)).toContain('The API redirected to');
	expect(String(error)).not.toContain('secret-token');
	expect(asked).toEqual([address]);
});

it('sends parameters that the API does not have, and warns once with the nearest name', async () => {
	const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
	onTestFinished(() => warn.mockRestore());
	const asked = redirectTo('?cv=7');
	for (const value of ['blog/', 'people/']) await fetchFromService(`${address}&start_with=${value}`);
	expect(asked).toHaveLength(3);
	expect(asked[0]).toContain('start_with=blog/');
	expect(warn.mock.calls).toEqual([
		[
			'[astro-slugline] `cdn/stories` has no parameter `start_with`, so the API may refuse the request. Did you mean `starts_with`?',
		],
	]);
});

it('gives up on redirects without an end', async () => {
	const asked = redirectTo(...Array.from({ length: 100 }, (_, time) => `?cv=${time}`));
	await expect(fetchFromService(address)).rejects.toThrow('more than 20 times');
	expect(asked.length).toBe(21);
});
