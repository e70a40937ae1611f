import { notFound } from '../http/answers.js';
import type { Answer, DeliveryRequest } from './answer.js';
import { pageOf, readRange } from './page.js';
import { serveLink } from './serve-link.js';

/**
 * `GET /v2/cdn/links`: all folders, and the stories of the version. Spaces created before 9 May 2023 return
 * everything at once, without paging headers, unless the request says `paginated=1`.
 */
export function listLinks({ parameters, version, catalog }: DeliveryRequest): Answer {
	const prefix = parameters.text('starts_with');
	const parent = parameters.integer('with_parent', { min: 0 });
	const uuid = parameters.text('by_uuid');
	const withDates = parameters.flag('include_dates') ?? false;
	const isPaged = catalog.model.options.paginatesLinks || parameters.flag('paginated') === true;
	const selected = catalog.links.filter((item) => {
		const source = 'draft' in item ? (version === 'draft' ? item.draft : item.published) : item;
		if (!source) return false;
		const folder = 'draft' in item ? item.folder : item.parent;
		return (
			(prefix === undefined || source.fullSlug.startsWith(prefix)) &&
			(parent === undefined || (folder?.id ?? 0) === parent) &&
			(uuid === undefined || item.uuid === uuid)
		);
	});
	const page = isPaged ? pageOf(selected, readRange(parameters, 1000)) : { items: selected, headers: {} };
	const links = page.items.flatMap((item) => serveLink(item, version, withDates, catalog) ?? []);
	return {
		body: { links: Object.fromEntries(links.map((link) => [link.uuid, link])) },
		headers: page.headers,
	};
}

/** `GET /v2/cdn/links/{uuid}` */
export function oneLink({ parameters, version, catalog }: DeliveryRequest, uuid: string): Answer {
	const item = catalog.links.find((each) => each.uuid === uuid);
	const link = item && serveLink(item, version, parameters.flag('include_dates') ?? false, catalog);
	if (!link) throw notFound();
	return { body: { link } };
}
