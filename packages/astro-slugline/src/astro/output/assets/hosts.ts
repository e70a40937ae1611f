/** Where the service keeps the assets of its regions, each with an image service. */
export const assetHosts = [
	'a.storyblok.com',
	'a-us.storyblok.com',
	'a-ca.storyblok.com',
	'a-ap.storyblok.com',
	'a.storyblokchina.cn',
];
