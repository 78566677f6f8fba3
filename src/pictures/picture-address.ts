/** The address from which mails show a picture (docs/rules.md#address-of-a-picture). */
import { createHash } from 'node:crypto';
import type { App } from '../context.ts';
import { isPictureType, pictureEndings } from './picture-limits.ts';

interface Addressed {
  readonly address: Uint8Array;
  readonly mediaType: string;
}

/** Of platform and content: who knows the address of another platform's picture learns nothing of who else has it. */
export function addressOf(platformId: string, content: Buffer): Buffer {
  return createHash('sha256').update(`${platformId}\n`).update(content).digest();
}

/** A name ends like a file of its type: some mail apps go by it. */
export function pictureUrl({ publicUrl }: Pick<App, 'publicUrl'>, { address, mediaType }: Addressed): string {
  const ending = isPictureType(mediaType) ? pictureEndings[mediaType] : 'png';
  return `${publicUrl}/pictures/${Buffer.from(address).toString('hex')}.${ending}`;
}

/** The address in the last part of a path; null for what is none. The ending does not count. */
export function readPictureAddress(name: string): Buffer | null {
  const [, address] = /^([0-9a-f]{64})(?:\.[a-z]{3,4})?$/.exec(name) ?? [];
  return address === undefined ? null : Buffer.from(address, 'hex');
}
