import { createRouteTable, type RouteTable, type RouteTableInput } from '../../../routing/index.js';
import { languagesIn } from '../../../shared/api/languages-of.js';
import type { SyncedSpace } from '../../../sync/index.js';
import type { RouteSettings } from './route-settings.js';

/** The route table of a space. */
export const routesOf = (
	space: Pick<SyncedSpace, 'links' | 'rows' | 'version' | 'languages'>,
	settings: RouteSettings,
	isPreview: boolean,
	fileOf?: RouteTableInput['fileOf'],
): RouteTable => {
	const existing = new Set([...languagesIn(space.links), ...space.rows.map(({ lang }) => lang)]);
	return createRouteTable({
		...settings,
		links: space.links,
		stories: space.rows.map((row) => ({
			uuid: row.uuid,
			lang: row.lang,
			full_slug: row.slug,
			group_id: row.groupId,
			content: { component: row.component },
		})),
		version: space.version,
		// Another warning names those that are only in the option.
		languages: space.languages.filter((code) => existing.has(code)),
		isPreview,
		fileOf,
	});
};
