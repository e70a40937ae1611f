/** The service's hosts for assets, one per region. Each has an image service. */
export const assetHosts = [
	'a.storyblok.com',
	'a-us.storyblok.com',
	'a-ca.storyblok.com',
	'a-ap.storyblok.com',
	'a.storyblokchina.cn',
];
