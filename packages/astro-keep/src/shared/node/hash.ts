/** @internal */
import { hash } from 'node:crypto';

/** The first 32 hexadecimal characters of a SHA-256, for digests and file names. */
export const hashOf = (text: string | Uint8Array): string => hash('sha256', text, 'hex').slice(0, 32);
