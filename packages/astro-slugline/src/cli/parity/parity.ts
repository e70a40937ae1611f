import { regions } from '../../client/index.js';
import { command } from '../read-options.js';
import { readService, serviceOptions } from '../service/options.js';
import { UsageError } from '../terminal.js';
import { assumptions } from './assumptions.js';
import { differs, type Verdict } from './checks.js';
import { createLook, type Look } from './look.js';

/** `slugline parity`: checks whether a real space behaves as this package assumes. */
export const parity = command({
	usage: 'parity',
	summary: 'Compares a real space with what Slugline and its embedded space assume. Only reads.',
	options: serviceOptions,
	notes: [
		'Prints for each assumption whether the space agrees, differs, or does not show it. The output has numbers and',
		'names of the interface in it, no content and no token: it can be put into an issue as it is. Makes about 30',
		'requests. Exits with 1 if something differs.',
	],
	async run({ values, positionals }, terminal) {
		if (positionals.length > 0) throw new UsageError('slugline parity only takes options.');
		const { token, region, baseUrl } = readService(values, terminal);
		if (!token)
			throw new UsageError(
				'slugline parity needs an access token of a space. Pass --token or set SLUGLINE_TOKEN.',
			);
		const look = createLook(baseUrl ?? regions[region ?? 'eu'].delivery, token, terminal);
		await reach(look, baseUrl);
		const counts = { agrees: 0, differs: 0, 'not seen': 0 };
		for (const [assumption, check] of Object.entries(assumptions)) {
			const verdict = await check(look).catch(failed);
			counts[verdict.state] += 1;
			terminal.say(`${verdict.state.padEnd(9)} ${assumption}`);
			if (verdict.state !== 'agrees') terminal.say(`${' '.repeat(10)}${capital(verdict.detail)}.`);
		}
		terminal.say('');
		terminal.say(
			`${counts.agrees} agree, ${counts.differs} ${counts.differs === 1 ? 'differs' : 'differ'}, ${counts['not seen']} not seen, with ${look.requests()} requests.`,
		);
		return counts.differs === 0 ? 0 : 1;
	},
});

/** @throws {Error} if the space cannot be read at all, because then no assumption can be checked */
async function reach({ ask }: Look, baseUrl: string | undefined): Promise<void> {
	const { status } = await ask('spaces/me');
	if (status === 200) return;
	throw new Error(
		status === 401 || status === 404
			? `The API refused the token (status ${status}). Check the token, ${baseUrl ? 'and the address of the API' : 'and pass the region of the space with --region'}.`
			: `The space cannot be read: the API returned status ${status}. Try again later.`,
	);
}

/** A check that failed. The error is not printed, because it may quote the response. */
const failed = (): Verdict => differs('there was no response, or an invalid one');

const capital = (text: string): string =>
	text.startsWith('`') ? text : text.charAt(0).toUpperCase() + text.slice(1);
