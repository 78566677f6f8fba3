import type { MessageQuery } from '../api/operations.ts';

/** One mail, as its page reads it. */
export type MessageFacts = Extract<NonNullable<MessageQuery['node']>, { readonly recipient?: unknown }>;
