import { previewCases } from './preview.cases.js';
import { builtServer } from './preview.hosts.js';

previewCases(builtServer);
