// Opens an embedded space, asks it for the first page of stories, and prints how long that took.

export interface SpaceOrder {
	/** Address of the package's sub-path. */
	space: string;
	folder: string;
}

export interface SpaceResult {
	/** Milliseconds from the start of the process, Node's own start included. */
	sinceStart: number;
	/** Milliseconds from `createSpace`. */
	sinceCreate: number;
	/** Milliseconds of the next page. */
	nextPage: number;
	total: number;
}

const order = JSON.parse(process.argv.at(-1) ?? '') as SpaceOrder;
const { createSpace } = (await import(order.space)) as typeof import('astro-slugline/space');
const began = performance.now();
const space = createSpace(order.folder);
const { url, tokens } = await space.listen();
const page = async (number: number) => {
	const response = await fetch(`${url}/v2/cdn/stories?token=${tokens.public}&page=${number}`);
	await response.json();
	return Number(response.headers.get('total'));
};
const total = await page(1);
const ended = performance.now();
await page(2);
const nextPage = performance.now() - ended;
const result: SpaceResult = { sinceStart: ended, sinceCreate: ended - began, nextPage, total };
console.log(JSON.stringify(result));
await space.close();
