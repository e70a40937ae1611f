import { createServer } from 'node:http';
import {
	createRebuildHook,
	nodeListener,
	type RebuildHook,
	type RebuildHookOptions,
	run,
} from '../rebuild/index.js';
import { listening, stopped } from './listening.js';
import { parseOptions, readNumber } from './read-options.js';
import { readService, serviceHelp, serviceOptions } from './service-options.js';
import { type Command, type Terminal, UsageError } from './terminal.js';

const day = 86_400_000;

/** `slugline rebuild`: receives webhook calls and builds, on one machine, until it is stopped. */
export const rebuild: Command = {
	usage: 'rebuild --run <command>',
	summary: 'Receives webhook calls and runs a command after each burst of them. Serves nothing else.',
	options: [
		'  --run <command>        what builds the site, such as "npx astro build"',
		'  --port <number>        port to listen on; 8787 by default, 0 takes a free one',
		'  --host <address>       address to listen on; 127.0.0.1 by default, 0.0.0.0 for all',
		'  --unsigned             accepts calls without a signature',
		'  --actions <list>       triggers that start a build, such as story.*,datasource.entries_updated',
		'  --quiet-ms <ms>        time without a call after which a burst has ended; 2000 by default',
		'  --max-wait-ms <ms>     longest time that a burst waits for that; 30000 by default',
		'  --timeout-ms <ms>      ends a build that takes longer; 1800000 by default',
		'  --built <path>         path or address of the slugline.json of what is live; dist/slugline.json by default',
		'  --poll-ms <ms>         checks the version of the space at this interval, in case a call is lost',
		...serviceHelp,
		'',
		'The secret of the webhook is read from SLUGLINE_WEBHOOK_SECRET, and while it is being replaced, the old one',
		'from SLUGLINE_WEBHOOK_SECRET_OLD. With a token, a burst that concerns only stories starts a build only if the',
		'space has moved past the version in slugline.json. Pending calls are stored in .slugline.',
	],
	async run(args, terminal) {
		const { values, positionals } = parseOptions('rebuild', args, {
			...serviceOptions,
			run: { type: 'string' },
			port: { type: 'string' },
			host: { type: 'string' },
			unsigned: { type: 'boolean' },
			actions: { type: 'string' },
			'quiet-ms': { type: 'string' },
			'max-wait-ms': { type: 'string' },
			'timeout-ms': { type: 'string' },
			built: { type: 'string' },
			'poll-ms': { type: 'string' },
		});
		if (positionals.length > 0) {
			throw new UsageError('slugline rebuild takes options only. Put a command of several words in quotes.');
		}
		if (!values.run?.trim()) {
			throw new UsageError(
				'slugline rebuild needs the command that builds the site: --run "npx astro build".',
			);
		}
		const { token, region, baseUrl } = readService(values, terminal);
		if (!token && (values.built !== undefined || values['poll-ms'] !== undefined)) {
			throw new UsageError(
				'--built and --poll-ms need the access token of the space, to read its version. Give it as --token or in SLUGLINE_TOKEN.',
			);
		}
		const port = readNumber('port', values.port, 65_535) ?? 8787;
		const timeoutMs = readNumber('timeout-ms', values['timeout-ms'], day);
		const hook = createHook({
			...readSecrets(terminal, values.unsigned ?? false),
			targets: [run(values.run, { env: withoutSecrets, ...(timeoutMs === undefined ? {} : { timeoutMs }) })],
			quietMs: readNumber('quiet-ms', values['quiet-ms'], day),
			maxWaitMs: readNumber('max-wait-ms', values['max-wait-ms'], day),
			pollMs: readNumber('poll-ms', values['poll-ms'], day),
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
};

/** A build does not need the secret that lets others start builds. */
const withoutSecrets = { SLUGLINE_WEBHOOK_SECRET: undefined, SLUGLINE_WEBHOOK_SECRET_OLD: undefined };

function readSecrets({ env }: Terminal, unsigned: boolean): Pick<RebuildHookOptions, 'secrets' | 'unsigned'> {
	if (unsigned) return { unsigned };
	const secrets = [env['SLUGLINE_WEBHOOK_SECRET'], env['SLUGLINE_WEBHOOK_SECRET_OLD']].filter(
		(secret): secret is string => Boolean(secret),
	);
	if (secrets.length > 0) return { secrets };
	throw new UsageError(
		'slugline rebuild needs the secret of the webhook, so that nobody else can start builds. ' +
			'Set SLUGLINE_WEBHOOK_SECRET, or pass --unsigned.',
	);
}

/** Invalid options are mistakes of the user, so they become usage errors. */
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
	const server = createServer(nodeListener(hook));
	await listening(
		port,
		host,
		() =>
			new Promise<void>((resolve, reject) => {
				server.once('error', reject);
				server.listen(port, host, resolve);
			}),
	);
	const address = server.address();
	const taken = typeof address === 'object' && address ? address.port : port;
	say(`Webhook calls are received at http://${host.includes(':') ? `[${host}]` : host}:${taken}/`);
	say('A proxy in front must pass on their headers and bodies unchanged. Ctrl-C stops.');
	await stopped(signal);
	server.close();
	server.closeAllConnections();
}
