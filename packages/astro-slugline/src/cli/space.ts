import type { Delivery, Space } from '../space/index.js';
import { listening, stopped } from './listening.js';
import { command, readFolder, readNumber, readUrl } from './read-options.js';
import type { Terminal } from './terminal.js';

/** `slugline space`: serves a folder as a space until it is stopped. */
export const space = command({
	usage: 'space [folder]',
	summary: 'Serves a folder (default: ./space) as a space, and watches it; with --editor, its editor, too.',
	options: {
		port: ['<number>', 'port to listen on (default: 4000; 0 picks a free one)'],
		host: ['<address>', 'address to listen on (default: 127.0.0.1; 0.0.0.0 for all)'],
		'allow-host': ['<name>…', 'host name to respond to, besides IP addresses and localhost; repeatable'],
		editor: ['<url>', 'serve an editor on the next port, for a site that previews its pages below this URL'],
		edge: ['', 'simulate a caching edge, like that of the API'],
		'min-cache': ['<s>', 'Minimum Cache TTL of the tokens at that edge, in seconds (default: 0)'],
		'rate-limit': ['', 'respond with 429 above the rate limits of the API'],
		latency: ['<ms>', 'milliseconds before each response'],
		quiet: ['', 'do not log requests'],
	},
	async run({ values, positionals }, terminal) {
		const folder = readFolder('space', positionals);
		const port = readNumber('--port', values.port, 65_535) ?? 4000;
		const minCache = readNumber('--min-cache', values['min-cache'], 604_800) ?? 0;
		const preview = readUrl('--editor', values.editor);
		const latencyMs = readNumber('--latency', values.latency, 600_000);
		const { createSpace } = await import('../space/index.js');
		const opened = createSpace(folder, {
			edge: (values.edge ?? minCache > 0) && { minimumCacheTtl: { public: minCache, preview: minCache } },
			...(latencyMs === undefined ? {} : { latencyMs }),
			rateLimit: values['rate-limit'] ?? false,
			fetch: terminal.fetch,
			onDelivery(delivery) {
				terminal.say(deliveryLine(delivery));
				if (delivery.problem !== undefined) terminal.say(delivery.problem);
			},
			...(values.quiet ? {} : { log: terminal.say }),
		});
		try {
			await serve(
				opened,
				{ folder, port, host: values.host ?? '127.0.0.1', allowedHosts: values['allow-host'] ?? [], preview },
				terminal,
			);
		} finally {
			await opened.close();
		}
		return 0;
	},
});

interface Serving {
	folder: string;
	port: number;
	host: string;
	allowedHosts: readonly string[];
	/** URL below which a site previews its pages; undefined for no editor. */
	preview: string | undefined;
}

async function serve(
	space: Space,
	{ folder, port, host, allowedHosts, preview }: Serving,
	terminal: Terminal,
): Promise<void> {
	const { url, tokens } = await listening(port, host, () => space.listen({ port, host, allowedHosts }));
	const editor = preview === undefined ? undefined : await openEditor(space, preview, port && port + 1);
	space.watch((problem) => {
		terminal.say(
			problem === undefined ? 'The folder changed.' : `The folder cannot be served: ${problem.message}`,
		);
	});
	for (const line of [
		`The space in ${folder} is served at ${url}`,
		'',
		`  delivery     ${url}/v2/cdn`,
		`  management   ${url}/v1`,
		'',
		`  public token    ${tokens.public}    published content`,
		`  preview token   ${tokens.preview}    drafts, too`,
		`  OAuth token     ${tokens.oauth}    management`,
		'',
		"For your site's .env file:",
		'',
		`SLUGLINE_TOKEN=${tokens.public}`,
		`SLUGLINE_BASE_URL=${url}`,
		'',
		...(editor ? editorLines(editor, tokens.preview) : []),
		...space.mistakes().map(({ message }) => message),
		...space.warnings(),
		`Watching ${folder}. Press Ctrl-C to stop.`,
	]) {
		terminal.say(line);
	}
	await stopped(terminal.signal);
	await editor?.close();
}

async function openEditor(space: Space, preview: string, port: number) {
	const { listenEditor } = await import('../editor/index.js');
	return listening(
		port,
		'127.0.0.1',
		() => listenEditor({ space, preview: () => preview, port }),
		'--port (the editor uses the one after it)',
	);
}

const editorLines = ({ url, origin }: { url: string; origin: string }, previewToken: string): string[] => [
	`The editor is served at ${url}. Your site's .env file and astro.config need:`,
	'',
	`SLUGLINE_PREVIEW_TOKEN=${previewToken}`,
	`slugline({ preview: { editors: ['${origin}'] } })`,
	'',
];

const deliveryLine = ({ trigger, address, status }: Delivery): string =>
	`webhook ${trigger} to ${address}: ${status ?? 'no response'}`;
