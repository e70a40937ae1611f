import type { Secret } from 'astro-keep/output';
import type { SpaceTokens } from '../../../space/index.js';
import type { Environment, Options } from '../../settings/index.js';

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
