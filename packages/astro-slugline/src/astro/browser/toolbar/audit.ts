/** Messages about what a page lacks, as far as its HTML shows. */
export function auditPage(page: Document): string[] {
	const images = [...page.querySelectorAll('img:not([alt])')].map(
		(image) => `An image has no alternative text: ${image.getAttribute('src') ?? ''}`,
	);
	const links = [...page.querySelectorAll('a:not([href]):not([id]):not([name]), a[href=""]')].map(
		(link) => `A link leads nowhere: ${(link.textContent ?? '').trim().slice(0, 80)}`,
	);
	const bloks = [...page.querySelectorAll('[data-slugline-missing]')].map(
		(blok) => `A blok has no component: ${blok.getAttribute('data-slugline-missing')}`,
	);
	return [...new Set([...bloks, ...links, ...images])];
}
