import {
	createRebuildHook,
	nodeListener,
	type RebuildHook,
	type RebuildHookOptions,
	run,
} from '../rebuild/index.js';
import { listen } from '../shared/node/serve.js';
import { listening, stopped } from './listening.js';
import { command, readNumber } from './read-options.js';
import { readService, serviceOptions } from './service/options.js';
import { type Terminal, UsageError } from './terminal.js';

const day = 86_400_000;

/** `slugline rebuild`: receives webhook calls and runs builds, on one machine, until it is stopped. */
export const rebuild = command({
	usage: 'rebuild --run <command>',
	summary: 'Receives webhook calls, and runs a command: at once, and again after a burst.',
	options: {
		run: ['<command>', 'command that builds the site, such as "astro build"'],
		port: ['<number>', 'port to listen on (default: 8787; 0 picks a free one)'],
		host: ['<address>', 'address to listen on (default: 127.0.0.1; 0.0.0.0 for all)'],
		unsigned: ['', 'accept calls without a signature'],
		actions: ['<list>', 'triggers that start a build, such as story.*,datasource.entries_updated'],
		'quiet-ms': ['<ms>', 'time after a build or a call in which further calls are collected (default: 2000)'],
		'max-wait-ms': ['<ms>', 'longest wait for the end of a burst (default: 30000)'],
		'timeout-ms': ['<ms>', 'time limit of a build (default: 1800000)'],
		built: [
			'<path>',
			'path or URL of the live slugline.json (default: dist/slugline.json, or that in dist/client)',
		],
		'poll-ms': ['<ms>', 'check the version of the space at this interval, in case a call is lost'],
		...serviceOptions,
	},
	notes: [
		'The secret of the webhook is read from SLUGLINE_WEBHOOK_SECRET, and while it is being replaced, the old one',
		'from SLUGLINE_WEBHOOK_SECRET_OLD. With a token, a burst that concerns only stories starts a build only if the',
		'space has moved past the version in slugline.json. Pending calls are stored in .slugline.',
	],
	async run({ values, positionals }, terminal) {
		if (positionals.length > 0) {
			throw new UsageError('slugline rebuild takes options only. Put a command of several words in quotes.');
		}
		if (!values.run?.trim()) {
			throw new UsageError('slugline rebuild needs the command that builds the site: --run "astro build".');
		}
		const { token, region, baseUrl } = readService(values, terminal);
		if (!token && (values.built !== undefined || values['poll-ms'] !== undefined)) {
			throw new UsageError(
				'--built and --poll-ms need the access token of the space, to read its version. Give it as --token or in SLUGLINE_TOKEN.',
			);
		}
		const port = readNumber('--port', values.port, 65_535) ?? 8787;
		const timeoutMs = readNumber('--timeout-ms', values['timeout-ms'], day);
		const hook = createHook({
			...readSecrets(terminal, values.unsigned ?? false),
			targets: [run(values.run, { env: withoutSecrets, ...(timeoutMs === undefined ? {} : { timeoutMs }) })],
			quietMs: readNumber('--quiet-ms', values['quiet-ms'], day),
			maxWaitMs: readNumber('--max-wait-ms', values['max-wait-ms'], day),
			pollMs: readNumber('--poll-ms', values['poll-ms'], day),
			actions: values.actions?.split(',').map((action) => action.trim()),
			...(token ? { service: { token, region, baseUrl }, built: values.built ?? 'dist/slugline.json' } : {}),
			logger: { info: terminal.say, warn: terminal.complain, error: terminal.complain },
			fetch: terminal.fetch,
		});
		try {
			await serve(hook, { port, host: values.host ?? '127.0.0.1' }, terminal);
		} finally {
			await hook.close();
		}
		return 0;
	},
});

/** A build does not need the secrets that let others start one. */
const withoutSecrets = { SLUGLINE_WEBHOOK_SECRET: undefined, SLUGLINE_WEBHOOK_SECRET_OLD: undefined };

function readSecrets({ env }: Terminal, unsigned: boolean): Pick<RebuildHookOptions, 'secrets' | 'unsigned'> {
	if (unsigned) return { unsigned };
	const secrets = [env['SLUGLINE_WEBHOOK_SECRET'], env['SLUGLINE_WEBHOOK_SECRET_OLD']].filter(
		(secret): secret is string => Boolean(secret),
	);
	if (secrets.length > 0) return { secrets };
	throw new UsageError(
		'slugline rebuild needs the secret of the webhook. Without it, anyone could start builds. ' +
			'Set SLUGLINE_WEBHOOK_SECRET, or pass --unsigned.',
	);
}

function createHook(options: RebuildHookOptions): RebuildHook {
	try {
		return createRebuildHook(options);
	} catch (error) {
		throw error instanceof Error && error.name === 'RebuildError' ? new UsageError(error.message) : error;
	}
}

async function serve(
	hook: RebuildHook,
	{ port, host }: { port: number; host: string },
	{ say, signal }: Terminal,
): Promise<void> {
	const server = await listening(port, host, () => listen(nodeListener(hook), { port, host }));
	say(`Receiving webhook calls at ${server.url}/`);
	say('A proxy in front must pass on headers and bodies unchanged. Press Ctrl-C to stop.');
	await stopped(signal);
	await server.close();
}
