/**
 * Names that an editor or another system may give, and where the story lives: `[slug, path, href]`, or `'refused'`.
 * The path is the name of the folder that Astro writes; the test beside this builds them all to prove it.
 */
export const oddNames: [slug: string, path: string, href: string][] = [
	// Spaces and letters stay as they are, and are escaped in addresses.
	['a space', '/a space', '/a%20space/'],
	['über uns', '/über uns', '/%C3%BCber%20uns/'],
	['日本/😀', '/日本/😀', '/%E6%97%A5%E6%9C%AC/%F0%9F%98%80/'],
	['"quoted" <b> & \'c\'', '/"quoted" <b> & \'c\'', "/%22quoted%22%20%3Cb%3E%20&%20'c'/"],
	['x/a:b;c,d@e=f+g|h*[i]', '/x/a:b;c,d@e=f+g|h*[i]', '/x/a:b;c,d@e=f+g%7Ch*%5Bi%5D/'],
	[':a/1:b', '/:a/1:b', '/:a/1:b/'],
	['dots.in.html', '/dots.in.html', '/dots.in.html/'],
	['...', '/...', '/.../'],
	// Unicode is composed, as Astro does to params.
	['cafe\u0301', '/café', '/caf%C3%A9/'],
	// Escapes are what they stand for, but for those that would make another path.
	['f%C3%BCr%20alle', '/für alle', '/f%C3%BCr%20alle/'],
	['twice%2520escaped', '/twice escaped', '/twice%20escaped/'],
	['a%2fb', '/a%2Fb', '/a%252Fb/'],
	// A percent sign stays, unless Astro could not build the page.
	['100%-wolle', '/100%-wolle', '/100%25-wolle/'],
	['100%', '/100%', '/100%25/'],
	['%zz', '/%zz', '/%25zz/'],
	['50% rabatt', '/50- rabatt', '/50-%20rabatt/'],
	// Astro writes `?` and `#` into file names as escapes, so the address has the escape escaped.
	['what?', '/what%3F', '/what%253F/'],
	['c#', '/c%23', '/c%2523/'],
	// Slashes are single; dot segments, control characters and spaces at the ends of a segment go.
	['//a//slashed//', '/a/slashed', '/a/slashed/'],
	['back\\slashed', '/back/slashed', '/back/slashed/'],
	['./a/./dotted/.', '/a/dotted', '/a/dotted/'],
	[' ends / spaced ', '/ends/spaced', '/ends/spaced/'],
	['con\u0000trol\n', '/control', '/control/'],
	['half a pair \ud83d', '/half a pair', '/half%20a%20pair/'],
	// Names that mean something to Astro or to hosts are pages like others.
	['index', '/index', '/index/'],
	['folder/index', '/folder/index', '/folder/index/'],
	['404', '/404', '/404/'],
	['folder/404', '/folder/404', '/folder/404/'],
	['_astro/page', '/_astro/page', '/_astro/page/'],
	['_hidden', '/_hidden', '/_hidden/'],
	['__proto__', '/__proto__', '/__proto__/'],
];

/** Segments that lead out of the folder, however they are written. */
export const leavingNames = [
	'..',
	'a/../b',
	'../../etc',
	'..\\x',
	'%2e%2E/x',
	'%252e%252e/x',
	'a/ .. /b',
	'.\u0000./x',
];

/** Names that begin like an address, which Astro would take for one: a file outside of the site, or no valid URL. */
export const schemeNames = [
	'file:about',
	'file:/tmp/x',
	'file:///tmp/x',
	'FILE:/tmp/x',
	' file:/tmp/x',
	'/file:/tmp/x',
	'file%3A/tmp/x',
	'fi\u0000le:/tmp/x',
	'a:b',
	'faq: what',
	'x-y.z+1:',
	'data:text/html,x',
	'C:\\Windows',
];

/** Names of files that the site or its server needs. */
export const fileNames = [
	'slugline.json',
	'Slugline.JSON/x',
	'robots.txt',
	'docs/manual.pdf/x',
	'_redirects',
	'_headers/x',
	'_worker.js',
	'.htaccess',
	'blog/.htaccess',
	'.htpasswd',
	'blog/web.config',
];

/** Names that no file system takes. */
export const longNames = ['a'.repeat(256), 'ü'.repeat(128), `x/${'日'.repeat(86)}/y`, 'long/'.repeat(500)];
