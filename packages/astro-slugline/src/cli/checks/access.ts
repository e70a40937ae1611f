import {
	createDeliveryClient,
	type DeliveryClient,
	isServiceError,
	type Region,
	regionOfSpace,
	regions,
} from '../../client/index.js';
import type { CurrentSpace } from '../../wire/index.js';
import type { ServiceChoice } from '../service/options.js';
import type { Terminal } from '../terminal.js';
import { type Finding, good, words, wrong } from './finding.js';

/** A space that the token can read. */
export interface Access {
	client: DeliveryClient;
	space: CurrentSpace;
}

/** Checks that the token opens a space, and that the region is right. */
export async function checkAccess(
	service: ServiceChoice,
	{ fetch }: Pick<Terminal, 'fetch'>,
): Promise<{ access: Access | null; findings: Finding[] }> {
	const { token, baseUrl, region } = service;
	if (!token) {
		const todo =
			"One in astro.config is not read here: set SLUGLINE_TOKEN or --token to an access token from the space's settings. For a site that builds from a folder, run this in the site's folder, or name the folder: slugline doctor ./space.";
		return { access: null, findings: [wrong('Token', 'There is no access token.', todo)] };
	}
	const client = createDeliveryClient({
		token,
		region,
		baseUrl,
		fetch,
		retry: { attempts: 3, totalMs: 20_000 },
	});
	try {
		const space = await client.currentSpace();
		const findings = [good('Token', `The token opens the space "${space.name}" (${space.id}).`)];
		return { access: { client, space }, findings: [...findings, judgeRegion(space, service)] };
	} catch (error) {
		return { access: null, findings: await explain(error, token, service, fetch) };
	}
}

function judgeRegion(space: CurrentSpace, { region = 'eu', baseUrl }: ServiceChoice): Finding {
	if (baseUrl) return good('Region', `The space is read from ${baseUrl}, whatever its region.`);
	const implied = regionOfSpace(space.id);
	// Ids of older Chinese spaces look like European ones.
	if (implied === undefined || implied === region || (implied === 'eu' && region === 'cn')) {
		return good('Region', `The space is in the region ${region}.`);
	}
	return wrong(
		'Region',
		`The space's id belongs to the region ${implied}, but the configured region is ${region}.`,
		`Set the region to ${implied}, in SLUGLINE_REGION or astro.config.`,
	);
}

async function explain(
	error: unknown,
	token: string,
	{ baseUrl, placeFrom, region = 'eu' }: ServiceChoice,
	fetch: Terminal['fetch'],
): Promise<Finding[]> {
	const refused =
		isServiceError(error) && (error.status === 401 || error.status === 403 || error.status === 404);
	if (!refused) {
		const where = baseUrl ? `${baseUrl}, the address in ${placeFrom}` : 'the API';
		const todo = `Check that this machine can reach ${where}, and try again. Nothing else about the space could be checked.`;
		return [wrong('Service', words(error), todo)];
	}
	if (baseUrl && error.status === 404) return [wrong('Service', words(error), `Correct ${placeFrom}.`)];
	if (!baseUrl) {
		for (const other of Object.keys(regions).filter(
			(name): name is Region => name in regions && name !== region,
		)) {
			const client = createDeliveryClient({ token, region: other, fetch, retry: { attempts: 1 } });
			const space = await client.currentSpace().catch(() => null);
			if (space) {
				return [
					wrong(
						'Region',
						`The token opens the space "${space.name}" (${space.id}) in the region ${other}, but the configured region is ${region}.`,
						`Set the region to ${other}, in SLUGLINE_REGION or astro.config.`,
					),
				];
			}
		}
	}
	return [
		wrong(
			'Token',
			`${words(error)}${baseUrl ? '' : ' No other region accepts it either.'}`,
			"Copy the access token again from the space's settings.",
		),
	];
}
