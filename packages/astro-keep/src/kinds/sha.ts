import { hash } from 'node:crypto';

/** The first 80 bits of a SHA-256, in hexadecimal, which is enough to distinguish all answers of a site. */
export const sha = (text: string): string => hash('sha256', text, 'hex').slice(0, 20);
