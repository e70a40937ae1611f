import type { Delivery, Space } from '../space/index.js';
import { listening, stopped } from './listening.js';
import { readNumber, readOptions } from './read-options.js';
import type { Command, Terminal } from './terminal.js';

/** `slugline space`: a folder served as a space, until it is stopped. */
export const space: Command = {
	usage: 'space [folder]',
	summary:
		'Serves a folder of Markdown and YAML as a space, and watches it. The folder is ./space unless named.',
	options: [
		'  --port <number>     port to listen on; 4000 by default, 0 takes a free one',
		'  --host <address>    address to listen on; 127.0.0.1 by default, 0.0.0.0 for all',
		'  --allow-host <name> a name that it answers to, beside addresses and localhost; may be repeated',
		'  --edge              puts an edge in front that caches, as the service does',
		'  --min-cache <s>     Minimum Cache TTL of the tokens at that edge, in seconds; 0 by default',
		'  --rate-limit        refuses with 429 what exceeds the rates of the service',
		'  --latency <ms>      milliseconds before each answer',
		'  --quiet             does not log requests',
	],
	async run(args, terminal) {
		const { values, folder } = readOptions('space', args, {
			port: { type: 'string' },
			host: { type: 'string' },
			'allow-host': { type: 'string', multiple: true },
			edge: { type: 'boolean' },
			'min-cache': { type: 'string' },
			'rate-limit': { type: 'boolean' },
			latency: { type: 'string' },
			quiet: { type: 'boolean' },
		});
		const port = readNumber('port', values.port, 65_535) ?? 4000;
		const minCache = readNumber('min-cache', values['min-cache'], 604_800) ?? 0;
		const latencyMs = readNumber('latency', values.latency, 600_000);
		const { createSpace } = await import('../space/index.js');
		const opened = createSpace(folder, {
			edge: (values.edge ?? minCache > 0) && { minimumCacheTtl: { public: minCache, preview: minCache } },
			...(latencyMs === undefined ? {} : { latencyMs }),
			rateLimit: values['rate-limit'] ?? false,
			fetch: terminal.fetch,
			onDelivery: (delivery) => terminal.say(deliveryLine(delivery)),
			...(values.quiet ? {} : { log: terminal.say }),
		});
		try {
			await serve(
				opened,
				{ folder, port, host: values.host ?? '127.0.0.1', allowedHosts: values['allow-host'] ?? [] },
				terminal,
			);
		} finally {
			await opened.close();
		}
		return 0;
	},
};

async function serve(
	space: Space,
	{
		folder,
		port,
		host,
		allowedHosts,
	}: { folder: string; port: number; host: string; allowedHosts: readonly string[] },
	terminal: Terminal,
): Promise<void> {
	const { url, tokens } = await listening(port, host, () => space.listen({ port, host, allowedHosts }));
	space.watch((problem) => {
		terminal.say(
			problem === undefined ? 'The folder changed.' : `The folder cannot be served: ${problem.message}`,
		);
	});
	for (const line of [
		`The space in ${folder} answers at ${url}`,
		'',
		`  delivery     ${url}/v2/cdn`,
		`  management   ${url}/v1`,
		'',
		`  public token    ${tokens.public}    what is published`,
		`  preview token   ${tokens.preview}    drafts too`,
		`  OAuth token     ${tokens.oauth}    management`,
		'',
		'For the .env file of a site:',
		'',
		`SLUGLINE_TOKEN=${tokens.public}`,
		`SLUGLINE_BASE_URL=${url}`,
		'',
		...space.warnings(),
		`Watching ${folder}. Ctrl-C stops.`,
	]) {
		terminal.say(line);
	}
	await stopped(terminal.signal);
}

const deliveryLine = ({ trigger, address, status }: Delivery): string =>
	`webhook ${trigger} to ${address}: ${status ?? 'no answer'}`;
