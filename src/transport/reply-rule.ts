import type { ReplyReason } from './reply-reasons.ts';

/** What a kind of refusal says, with a real reply that it is for. */
export interface ReplyRule {
  readonly reason: ReplyReason;
  readonly sample: string;
  readonly pattern: RegExp;
}

export function replyRule(reason: ReplyReason, sample: string, pattern: RegExp): ReplyRule {
  return { reason, sample, pattern };
}
