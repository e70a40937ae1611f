/** A page with a message, if there is no page to show. */
export const messagePage = (sentence: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Preview</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f5f2; color: #1d1c1a; font: 17px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; padding: 2rem; }
h1 { font-size: 1.25rem; }
@media (prefers-color-scheme: dark) { body { background: #1d1c1a; color: #f6f5f2; } }
</style>
</head>
<body><main><h1>Preview</h1><p>${escapeHtml(sentence)}</p></main></body>
</html>
`;

const escapeHtml = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
