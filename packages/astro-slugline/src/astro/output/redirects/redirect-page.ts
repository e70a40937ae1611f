import { escapeHtml } from '../../../shared/text/escape-html.js';

/** The HTML of a page that redirects immediately, as Astro writes it for its own redirects. */
export function redirectPage(from: string, href: string, site: string | undefined): string {
	const to = escapeHtml(href);
	const absolute = site === undefined || !href.startsWith('/') ? to : escapeHtml(new URL(href, site).href);
	return `<!doctype html>
<title>Redirecting to: ${to}</title>
<meta http-equiv="refresh" content="0;url=${to}">
<meta name="robots" content="noindex">
<link rel="canonical" href="${absolute}">
<body>
	<a href="${to}">Redirecting from <code>${escapeHtml(from)}</code> to <code>${to}</code></a>
</body>
`;
}
