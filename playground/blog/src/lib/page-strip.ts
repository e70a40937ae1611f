/** What a build says of a page in `page-report.json`. */
interface PageReport {
	/** Why the build rendered it; missing if it is unchanged. */
	reason?: string;
	/** Names of the stories that it asked for. */
	stories: string[];
	/** Names of the collections that it read from. */
	collections: string[];
}

/** What the dev server of Slugline says of a page; the toolbar shows it, too. */
interface DevState {
	path: string;
	stories: { name: string }[];
}

const closed = 'strip-closed';

/** Fills the strip of this page and shows it, unless it was closed before. */
export async function showStrip(strip: HTMLElement): Promise<void> {
	if (sessionStorage.getItem(closed)) return;
	strip.querySelector('button')?.addEventListener('click', () => {
		sessionStorage.setItem(closed, 'true');
		strip.hidden = true;
	});
	const own = strip.dataset['story'] ?? '';
	// In preview, the browser has another address.
	const page = strip.dataset['path'] ?? location.pathname;
	if (import.meta.hot) {
		import.meta.hot.on('astro-slugline:state', ({ path, stories }: DevState) => {
			if (path !== page) return;
			const names = stories.map(({ name }) => name);
			fill(strip, 'Rendered just now by the dev server.', 'shows or refers to', names);
		});
		import.meta.hot.send('astro-slugline:ask', { path: page });
		return;
	}
	const report = await readReport();
	if (!report) return;
	const { reason, stories, collections } = report;
	const state =
		reason === undefined
			? 'Cached from an earlier build: nothing that it read has changed.'
			: `Rendered by the last build: ${reason}.`;
	const names = [own, ...stories.filter((name) => name !== own)];
	fill(strip, state, 'read', names, collections);
}

async function readReport(): Promise<PageReport | undefined> {
	const response = await fetch(`${import.meta.env.BASE_URL}page-report.json`);
	if (!response.ok) return undefined;
	const reports: Record<string, PageReport> = await response.json();
	return reports[location.pathname.replace(/\/+$/, '') || '/'];
}

function fill(strip: HTMLElement, state: string, verb: string, names: string[], collections: string[] = []) {
	const count = `${names.length} ${names.length === 1 ? 'story' : 'stories'}`;
	const from = collections.length > 0 ? `, and the collections ${collections.sort().join(', ')}` : '';
	const texts = { state, count: `This page ${verb} ${count}${from}.`, names: names.join(' · ') };
	for (const [name, text] of Object.entries(texts)) {
		const place = strip.querySelector(`[data-${name}]`);
		if (place) place.textContent = text;
	}
	strip.hidden = false;
}
