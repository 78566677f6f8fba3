/** Tells whether a fault that could be a recipient's is ours, from normalised text (docs/rules.md#whom-a-rejection-concerns). */

import type { ReplyReason } from './hard-or-soft.ts';
import { signs } from './reply-parties.ts';
import { near, says } from './reply-rule.ts';

const recipientAtFault = near(
  /\b(?:recipient|addressee|destination|rcpt)(?:'s)?\b/,
  3,
  /(?:unknown|invalid|not |rejected|refused|does|disabled|nonexistent|full|over|suspended|inactive|has|couldn|could|cannot|can't)/,
);

/** The text is about our address, domain or host: it names one of them first, or nobody else. */
export function concernsOurAddress(words: string): boolean {
  const ours = firstOf(words, [signs.ours, signs.ourDomain, signs.ourHost]);
  if (ours === -1 || says(words, recipientAtFault)) return false;
  const theirs = words.indexOf(signs.address);
  return theirs === -1 || ours < theirs;
}

function firstOf(words: string, names: readonly string[]): number {
  const places = names.map((name) => words.indexOf(name)).filter((at) => at !== -1);
  return places.length === 0 ? -1 : Math.min(...places);
}

const ofAccounts = /\b(?:accounts?|quotas?|plan|credits?|subscription|licen[cs]e|package|trial)\b/;
const ofRecipients = /@|\b(?:recipients?|addressees?|destination|rcpt|mail ?box|in-?box)\b/;

/** At a relay, words on accounts and quotas are about us, unless they name the recipient. */
export function concernsOurAccount(words: string, reason: ReplyReason): boolean {
  if (ofRecipients.test(words)) return false;
  const isAsleep = reason === 'suspend' || reason === 'disabled' || reason === 'mailboxfull';
  return isAsleep || ofAccounts.test(words);
}
