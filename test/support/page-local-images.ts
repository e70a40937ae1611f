/** The content of the virtual module with the sizes of local images that unit tests of page code have. */
export default { '/base/images/boat.png': [300, 200] };
