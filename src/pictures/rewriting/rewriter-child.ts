/**
 * The process that reads pictures (picture-rewriter.ts): one after the other, with nothing of the service in it. What a
 * crafted picture does to a reader it does here, where no secret and no connection is. The bundle has this file beside
 * the one of the service.
 */
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import type { PictureType } from '../picture-limits.ts';
import { type Rewriting, rewritePicture } from './rewrite-picture.ts';

export interface RewriteAsked {
  readonly bytes: Uint8Array;
  readonly type: PictureType;
}

export type RewriteAnswer = Rewriting;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', async ({ bytes, type }: RewriteAsked) => {
  const answer: RewriteAnswer = await rewritePicture(bytes, type);
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
