import { buildHook, createRebuildHook, repositoryDispatch, run } from 'astro-slugline/rebuild';
import { createStorage } from 'unstorage';
import { describe, expect, it } from 'vitest';
import { collectLines } from './support/hook.js';

const good = {
	secrets: ['s3cret-value'],
	targets: [() => {}],
	storage: createStorage(),
	logger: collectLines(),
};

/** What creating a hook with these options says. */
function said(options: Record<string, unknown>): string {
	try {
		createRebuildHook({ ...good, ...options }).close();
		return '';
	} catch (error) {
		return error instanceof Error ? `${error.name}: ${error.message}` : '';
	}
}

describe('a bad option is named in a sentence', () => {
	it.each([
		['no secrets', { secrets: undefined }],
		['an empty list of secrets', { secrets: [] }],
		['a secret that is not set', { secrets: [undefined] }],
		['an empty secret', { secrets: ['s3cret-value', ''] }],
		['secrets that are no list', { secrets: 7 }],
		['secrets beside unsigned', { unsigned: true }],
		['no targets', { targets: [] }],
		['a target that is none', { targets: ['npx astro build'] }],
		['an unknown trigger', { actions: ['story.saved'] }],
		['an unknown family', { actions: ['stories.*'] }],
		['no trigger', { actions: [] }],
		['an unknown option', { quiet: 5 }],
		['a time that is none', { quietMs: '2s', maxWaitMs: -1 }],
		['a storage that is none', { storage: './folder' }],
		['a service without built', { service: { token: 'the-token' } }],
		['built without a service', { built: 'dist/slugline.json' }],
		['a service without token', { service: { token: undefined }, built: 'dist/slugline.json' }],
		['a region that is none', { service: { token: 'the-token', region: 'mars' }, built: 'x' }],
		[
			'a region beside an address',
			{ service: { token: 't', region: 'eu', baseUrl: 'https://a.example' }, built: 'x' },
		],
		['a poll without a service', { pollMs: 60_000 }],
		['a poll that is too fast', { pollMs: 10 }],
		['a logger that is none', { logger: {} }],
	])('%s', (_, options) => {
		const sentence = said(options);
		expect(sentence).toMatchSnapshot();
		expect(sentence).not.toContain('s3cret-value');
		expect(sentence).not.toContain('the-token');
	});

	it('and good ones are taken', () => {
		expect(said({})).toBe('');
		expect(said({ secrets: 'one' })).toBe('');
		expect(said({ secrets: [], unsigned: true })).toBe('');
		expect(said({ actions: ['story.*', 'datasource.entries_updated'] })).toBe('');
	});
});

describe('a bad target says so at once, without its secret', () => {
	it.each([
		() => run('  '),
		() => buildHook(undefined),
		() => buildHook('api.host.example/hooks/s3cret'),
		() => buildHook('ftp://host.example/s3cret'),
		() => buildHook('https://user:s3cret@host.example/'),
		() => repositoryDispatch({ repository: 'site', token: 's3cret' }),
		() => repositoryDispatch({ repository: 'acme/site', token: undefined }),
		() => repositoryDispatch({ repository: 'acme/site', token: 's3cret', eventType: '' }),
		() => repositoryDispatch({ repository: 'acme/site', token: 's3cret', baseUrl: 'github' }),
	])('%s', (create) => {
		expect(create).toThrowErrorMatchingSnapshot();
		expect(create).not.toThrow('s3cret');
	});
});
