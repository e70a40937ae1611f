import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';
import { endWithFile } from './ends.js';

/**
 * Starts Chromium: the one that SLUGLINE_CHROMIUM names, Debian's, or Playwright's own. It ends with its test file at the latest.
 *
 * @param args switches in addition to the usual ones
 */
export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
	const executablePath = [process.env['SLUGLINE_CHROMIUM'], '/usr/bin/chromium'].find(
		(path) => path && existsSync(path),
	);
	const browser = await chromium.launch({
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
	endWithFile(() => browser.close());
	return browser;
}
