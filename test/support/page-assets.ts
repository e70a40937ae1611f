/** The content of the virtual module of assets that unit tests of page code have. */
export default {
	base: '/base',
	hosts: ['a.storyblok.com', 'assets.example.com:8080'],
	folder: undefined,
	hasAssetToken: false,
};
