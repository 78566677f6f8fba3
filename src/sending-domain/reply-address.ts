/** Whether answers to mail of a domain come to the service (docs/rules.md#reply-address). */
import type { Config } from '../ground/config/config.ts';
import { isCaptured } from './sendable.ts';

interface ReplyFacts {
  readonly domain: string | null;
  /** Null: the platform wants no answers. */
  readonly takesReplies: boolean | null;
  /** Of the event type of a mail. */
  readonly contentDays: number | null;
}

/**
 * Whether a mail gets a reply address of the service: the platform wants answers, their MX leads here, and the content of
 * the mail is kept, which an answer quotes.
 */
export function takesReplies(config: Config, { domain, takesReplies: reaches, contentDays }: ReplyFacts): boolean {
  if (domain === null || reaches === null || contentDays === 0) return false;
  return reaches || isCaptured(config, domain);
}
