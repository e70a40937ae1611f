import { buildHook, createRebuildHook, RebuildError, repositoryDispatch, run } from 'astro-slugline/rebuild';
import { createStorage } from 'unstorage';
import { expect, it } from 'vitest';
import { collectLines } from './support/hook.js';

/** The error of creating a hook with these options. */
function said(options: Record<string, unknown>): string {
	const good = { secrets: ['s3cret'], targets: [() => {}], storage: createStorage(), logger: collectLines() };
	try {
		createRebuildHook({ ...good, ...options }).close();
		return '';
	} catch (error) {
		return String(error);
	}
}

const service = { token: 's3cret' };
const unprotected =
	'`secrets` is missing, so anyone could start builds: pass the secret of the webhook, or set `unsigned: true`';
const lonely = '`service` and `built` are compared with each other; set both or neither';

it.each<[options: Record<string, unknown>, problem: string]>([
	[{ secrets: undefined }, unprotected],
	[{ secrets: [] }, unprotected],
	[{ secrets: [undefined] }, '`secrets.0` contains a secret that is not set'],
	[{ secrets: ['s3cret', ''] }, '`secrets.1` contains an empty secret'],
	[{ secrets: 7 }, '`secrets` must be a list of strings, none of them empty'],
	[{ unsigned: true }, '`unsigned` cannot be combined with `secrets`; remove one of them'],
	[{ targets: [] }, '`targets` is an empty list, so nothing would be built'],
	[{ targets: ['x'] }, '`targets.0` must be a function, such as the result of run() or buildHook()'],
	[{ actions: [] }, '`actions` is an empty list'],
	[{ quiet: 5 }, '`quiet` is not an option (did you mean `quietMs`?)'],
	[{ colour: 5 }, '`colour` is not an option'],
	[
		{ quietMs: '2s', maxWaitMs: -1 },
		'`quietMs` must be a number of milliseconds; `maxWaitMs` must not be negative',
	],
	[{ storage: './folder' }, '`storage` must be a storage or a driver of unstorage'],
	[{ service }, lonely],
	[{ built: 'dist/slugline.json' }, lonely],
	[{ service: { token: undefined }, built: 'x' }, '`service.token` is not set'],
	[
		{ service: { ...service, region: 'mars' }, built: 'x' },
		'`service.region` expected one of "eu"|"us"|"ca"|"ap"|"cn"',
	],
	[
		{ service: { ...service, region: 'eu', baseUrl: 'https://a.example' }, built: 'x' },
		'`service.region` cannot be combined with `baseUrl`; remove one of them',
	],
	[{ pollMs: 60_000 }, '`pollMs` needs `service` and `built`, because it compares them'],
	[{ pollMs: 10 }, '`pollMs` must be at least 1000 milliseconds'],
	[{ logger: {} }, '`logger` must have the methods info, warn and error'],
])('createRebuildHook() rejects %j without quoting it: %s', (options, problem) => {
	expect(said(options)).toBe(`RebuildError: Invalid options passed to createRebuildHook(): ${problem}.`);
});

it.each(['story.saved', 'stories.*'])('createRebuildHook() rejects the unknown trigger %s', (action) => {
	const named = `RebuildError: \`${action}\` is not a trigger of the service. Choose from story.published, `;
	expect(said({ actions: [action] }).startsWith(named)).toBe(true);
});

it.each([
	{},
	{ secrets: 'one' },
	{ secrets: [], unsigned: true },
	{ actions: ['story.*', 'datasource.entries_updated'] },
])('createRebuildHook() accepts %j', (options) => {
	expect(said(options)).toBe('');
});

const dispatch = { repository: 'acme/site', token: 's3cret' };
const noAddress = 'The address of the build hook is not an http or https address. Check where it comes from.';

it.each([
	['The command of run() is empty. Pass the command that builds the site.', () => run('  ')],
	['The address of the build hook is not set. Check where it comes from.', () => buildHook(undefined)],
	[noAddress, () => buildHook('api.host.example/hooks/s3cret')],
	[noAddress, () => buildHook('ftp://host.example/s3cret')],
	[
		'The address of the build hook contains a user name or password; send them in a header instead. Check where it comes from.',
		() => buildHook('https://user:s3cret@host.example/'),
	],
	[
		"`repository` must be the owner and name of a repository, such as 'acme/site'.",
		() => repositoryDispatch({ ...dispatch, repository: 'site' }),
	],
	[
		'The token of repositoryDispatch() is not set. Check where it comes from.',
		() => repositoryDispatch({ ...dispatch, token: undefined }),
	],
	[
		'`eventType` of repositoryDispatch() must have 1 to 100 characters.',
		() => repositoryDispatch({ ...dispatch, eventType: '' }),
	],
	[
		'The address of the GitHub API is not an http or https address. Check where it comes from.',
		() => repositoryDispatch({ ...dispatch, baseUrl: 'github' }),
	],
])('a target throws at once, without showing the secret: %s', (message, create) => {
	expect(create).toThrow(new RebuildError(message));
});
