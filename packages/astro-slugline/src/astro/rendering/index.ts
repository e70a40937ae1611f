export { type LinkAttributes, linkAttributes } from '../paths/link-attributes.js';
