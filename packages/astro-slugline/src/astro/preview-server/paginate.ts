import type { PaginateFunction, RoutePart } from 'astro';
import type { BuiltSite } from './built.js';

/** A route whose pages are lists. */
export interface PaginatedRoute {
	segments: readonly (readonly RoutePart[])[];
	params: readonly string[];
}

/** The function `paginate` that Astro gives `getStaticPaths()`, which is not exported. */
export function paginateFor(
	route: PaginatedRoute,
	{ base, trailingSlash }: Pick<BuiltSite, 'base' | 'trailingSlash'>,
): PaginateFunction {
	const hasFirst = route.params.includes('page');
	const urlOf = (params: Readonly<Record<string, string | undefined>>): string => {
		const path = route.segments
			.map((parts) =>
				parts.map(({ dynamic, content }) => (dynamic ? paramIn(params, content) : content)).join(''),
			)
			.filter((segment) => segment !== '')
			.join('/');
		return `${base}/${path}${trailingSlash === 'always' && path !== '' ? '/' : ''}`;
	};
	const paginate = (data: readonly unknown[], options: Parameters<PaginateFunction>[1] = {}) => {
		const { pageSize, params: others = {}, props = {}, format = (url: string) => url } = options;
		// As in Astro, 0 is the usual size, too.
		const size = pageSize || 10;
		const lastPage = Math.max(1, Math.ceil(data.length / size));
		const paramsOf = (page: number) => ({ ...others, page: hasFirst || page > 1 ? String(page) : undefined });
		const addressOf = (page: number) =>
			page < 1 || page > lastPage ? undefined : format(urlOf(paramsOf(page)));
		return Array.from({ length: lastPage }, (_, index) => {
			const currentPage = index + 1;
			const start = index === 0 ? 0 : index * size;
			const end = Math.min(start + size, data.length);
			const url = {
				current: addressOf(currentPage),
				next: addressOf(currentPage + 1),
				prev: addressOf(currentPage - 1),
				first: currentPage === 1 ? undefined : addressOf(1),
				last: currentPage === lastPage ? undefined : addressOf(lastPage),
			};
			const counts = { start, end: end - 1, size, total: data.length, currentPage, lastPage };
			return {
				params: paramsOf(currentPage),
				props: { ...props, page: { data: data.slice(start, end), ...counts, url } },
			};
		});
	};
	return paginate as unknown as PaginateFunction;
}

const paramIn = (params: Readonly<Record<string, string | undefined>>, name: string): string =>
	params[name.replace('...', '')] ?? '';
