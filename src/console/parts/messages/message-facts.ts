import type { MessageQuery } from '../../api/operations.ts';

type Found = NonNullable<MessageQuery['node']>;

/** One mail, as its page reads it. */
export type ShownMessage = Extract<Found, { readonly timeline: unknown }>;
/** An emit by its own id, such as that of an erased person. */
export type EmitFacts = Extract<Found, { readonly type: unknown }>;

export function isMessage(node: unknown): node is ShownMessage {
  return typeof node === 'object' && node !== null && 'timeline' in node;
}
