/** A template in one language and with one brand, ready to be filled for each message. */
import type { Brand } from '../document/brand.ts';
import type { Direction } from '../document/locales.ts';
import type { Pieces } from './pieces.ts';

export interface CompiledTemplate {
  readonly locale: string;
  readonly direction: Direction;
  readonly subject: Pieces;
  readonly displayName: Pieces | null;
  readonly replyTo: Pieces | null;
  /** Up to the end of the body, where an open pixel would stand. */
  readonly html: Pieces;
  /** The rest. */
  readonly htmlEnd: string;
  readonly text: Pieces;
  /** The tags of subject, display name, reply-to and HTML alone, which show quickly what would fall back. */
  readonly tags: Pieces;
  /** Whether the template reads `system.unsubscribe_url`, in any language. */
  readonly readsUnsubscribeUrl: boolean;
  /** The brand that it was compiled with, whose texts its tags read; null: none. */
  readonly brand: Brand | null;
  /** Approximate bytes of memory, to bound a cache. */
  readonly bytes: number;
}
