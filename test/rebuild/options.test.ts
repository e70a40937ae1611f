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

/** The error of creating a hook with these options. */
function said(options: Record<string, unknown>): string {
	try {
		createRebuildHook({ ...good, ...options }).close();
		return '';
	} catch (error) {
		return error instanceof Error ? `${error.name}: ${error.message}` : '';
	}
}

describe('createRebuildHook()', () => {
	it.each([
		['no secrets', { secrets: undefined }],
		['an empty list of secrets', { secrets: [] }],
		['a secret that is not set', { secrets: [undefined] }],
		['an empty secret', { secrets: ['s3cret-value', ''] }],
		['secrets that are not a list', { secrets: 7 }],
		['secrets beside unsigned', { unsigned: true }],
		['no targets', { targets: [] }],
		['an invalid target', { targets: ['npx astro build'] }],
		['an unknown trigger', { actions: ['story.saved'] }],
		['an unknown family of triggers', { actions: ['stories.*'] }],
		['an empty list of triggers', { actions: [] }],
		['an unknown option', { quiet: 5 }],
		['an invalid time', { quietMs: '2s', maxWaitMs: -1 }],
		['an invalid storage', { storage: './folder' }],
		['a service without built', { service: { token: 'the-token' } }],
		['built without a service', { built: 'dist/slugline.json' }],
		['a service without token', { service: { token: undefined }, built: 'dist/slugline.json' }],
		['an invalid region', { service: { token: 'the-token', region: 'mars' }, built: 'x' }],
		[
			'a region beside an address',
			{ service: { token: 't', region: 'eu', baseUrl: 'https://a.example' }, built: 'x' },
		],
		['a poll without a service', { pollMs: 60_000 }],
		['a poll that is too fast', { pollMs: 10 }],
		['an invalid logger', { logger: {} }],
	])('rejects %s', (_, options) => {
		const sentence = said(options);
		expect(sentence).toMatchSnapshot();
		expect(sentence).not.toContain('s3cret-value');
		expect(sentence).not.toContain('the-token');
	});

	it('accepts valid options', () => {
		expect(said({})).toBe('');
		expect(said({ secrets: 'one' })).toBe('');
		expect(said({ secrets: [], unsigned: true })).toBe('');
		expect(said({ actions: ['story.*', 'datasource.entries_updated'] })).toBe('');
	});
});

describe('targets', () => {
	it.each([
		['an empty command', () => run('  ')],
		['a build hook without an address', () => buildHook(undefined)],
		['an address without a protocol', () => buildHook('api.host.example/hooks/s3cret')],
		['an address of another protocol', () => buildHook('ftp://host.example/s3cret')],
		['an address with a password', () => buildHook('https://user:s3cret@host.example/')],
		['a repository without an owner', () => repositoryDispatch({ repository: 'site', token: 's3cret' })],
		['a missing token', () => repositoryDispatch({ repository: 'acme/site', token: undefined })],
		[
			'an empty event type',
			() => repositoryDispatch({ repository: 'acme/site', token: 's3cret', eventType: '' }),
		],
		[
			'an invalid base URL',
			() => repositoryDispatch({ repository: 'acme/site', token: 's3cret', baseUrl: 'github' }),
		],
	])('reject %s at once, without showing the secret', (_, create) => {
		expect(create).toThrowErrorMatchingSnapshot();
		expect(create).not.toThrow('s3cret');
	});
});
