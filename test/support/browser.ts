import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

/**
 * Starts Chromium: the one that SLUGLINE_CHROMIUM names, Debian's, or Playwright's own.
 *
 * @param args switches in addition to the usual ones
 */
export function startBrowser(args: readonly string[] = []): Promise<Browser> {
	const executablePath = [process.env['SLUGLINE_CHROMIUM'], '/usr/bin/chromium'].find(
		(path) => path && existsSync(path),
	);
	return chromium.launch({
		...(executablePath ? { executablePath } : {}),
		args: [
			'--no-sandbox',
			// Otherwise a page that reloads when it is closed may never end: https://github.com/microsoft/playwright/issues/42068
			'--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			...args,
		],
	});
}
