/** An API with a cache version, and a site with a slugline.json, as one `fetch`. */
export interface TestService {
	fetch: typeof fetch;
	/** The space's version. Null if the API is unreachable. */
	cv: number | null;
	/** The space's version in slugline.json. Null if there is no such file. */
	built: number | null;
	/** The edge's snapshot in slugline.json. Null if it is the version. */
	holds: number | null;
	settled: boolean;
	/** The snapshot that the edge serves. */
	served: number;
	/** The number of requests to each. */
	asked: { service: number; built: number };
	/** The options of a hook that uses it. */
	options: { service: { token: string; baseUrl: string }; built: string; fetch: typeof fetch };
}

export function createTestService(cv: number, built: number | null): TestService {
	const service: TestService = {
		cv,
		built,
		holds: null,
		settled: true,
		served: cv,
		asked: { service: 0, built: 0 },
		async fetch(input) {
			const url = new URL(input instanceof Request ? input.url : input);
			if (url.host === 'site.example') {
				service.asked.built += 1;
				if (service.built === null) return new Response('Not found', { status: 404 });
				return Response.json({
					cv: service.holds ?? service.built,
					spaceVersion: service.built,
					settled: service.settled,
					space: { id: 606, name: 'Test' },
					version: 'published',
				});
			}
			service.asked.service += 1;
			if (service.cv === null) return new Response('{"error":"Unauthorized"}', { status: 401 });
			if (url.pathname.endsWith('/stories/')) return Response.json({ stories: [], cv: service.served });
			const space = { id: 606, name: 'Test', domain: 'https://site.example/', version: service.cv };
			return Response.json({ space });
		},
		options: {
			service: { token: 'the-token', baseUrl: 'https://service.example' },
			built: 'https://site.example/slugline.json',
			fetch: (...args) => service.fetch(...args),
		},
	};
	return service;
}
