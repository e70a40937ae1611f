import type { SpaceTokens } from '../../../space/index.js';
import type { Environment, Options } from '../../settings/index.js';

/** A value that must stay on this machine and the server. */
export interface Secret {
	/** What has it. @example 'the option `token`' */
	name: string;
	value: string;
	/** What to do if it is in the output. */
	hint: string;
	/** True for a token of a folder, which is another one in each build until a server stores it. */
	mayChange?: boolean;
}

/** Variables with such values. */
const secretVariables = [
	'SLUGLINE_TOKEN',
	'STORYBLOK_TOKEN',
	'SLUGLINE_ASSET_TOKEN',
	'SLUGLINE_PREVIEW_TOKEN',
	'SLUGLINE_MANAGEMENT_TOKEN',
	'SLUGLINE_WEBHOOK_SECRET',
	'SLUGLINE_WEBHOOK_SECRET_OLD',
] as const;

/** Minimum length of a value. A shorter one may occur in code by chance. */
const minLength = 8;

/**
 * The secrets of a space. A value that a variable for browsers (`PUBLIC_…`) also has is public.
 *
 * @param ofFolder the tokens of the folder that the site is built from
 */
export function secretsOf(
	environment: Environment,
	options: Pick<Options, 'token' | 'assets'>,
	ofFolder: SpaceTokens | undefined,
): Secret[] {
	const open = new Set(
		Object.entries(environment).flatMap(([name, value]) => (name.startsWith('PUBLIC_') ? [value] : [])),
	);
	return [
		...secretVariables.map((name) => ({ name, value: environment[name], hint: readLater(name) })),
		{ name: 'the option `token`', value: options.token, hint: moveFirst },
		{ name: 'the option `assets.token`', value: options.assets?.token, hint: moveFirst },
		...Object.entries(ofFolder ?? {}).map(([name, value]: [string, string]) => ({
			...{ name: `the ${name} token of the space's folder`, value, mayChange: true },
			hint: 'Leave it out of what pages render. Only code that runs on this machine may use it.',
		})),
	].flatMap(({ value, ...secret }) =>
		value && value.length >= minLength && !open.has(value) ? [{ value, ...secret }] : [],
	);
}

const readLater = (variable: string): string =>
	`Leave it out of what pages render, and read it at run time: \`import { getSecret } from 'astro:env/server'\` and \`getSecret('${variable}')\`. If browsers may see it, use a variable whose name begins with PUBLIC_.`;

const moveFirst = `Put the token into the environment, as SLUGLINE_TOKEN. ${readLater('SLUGLINE_TOKEN')}`;

/** The forms in which a value may occur in a file: as it is, and as JSON, HTML, URLs, and Base64 write it. */
export function formsOf(value: string): Set<string> {
	const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	const base64 = [0, 1, 2].map((before) => base64Within(value, before));
	return new Set([
		...[value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)],
		...[String(new URLSearchParams({ a: value })).slice(2), html],
		...[html.replaceAll("'", '&#39;').replaceAll('"', '&#34;'), html.replaceAll('"', '&quot;')],
		...[...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))],
	]);
}

/**
 * The Base64 of a value within that of a longer text, without the characters that depend on what is around it.
 *
 * @param before bytes of the text before the value, modulo 3
 */
function base64Within(value: string, before: number): string {
	const bytes = Buffer.from(`${'-'.repeat(before)}${value}`);
	const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
	return whole.toString('base64').slice(Math.ceil((before * 8) / 6));
}
