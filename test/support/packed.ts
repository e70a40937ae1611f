// Imported by tests whose sites use the package as npm publishes it, instead of the workspace's folder.
import { inject } from 'vitest';

process.env['SLUGLINE_PACKAGE'] = inject('packed').folder;
