/** What a mail about a failing endpoint says: nothing of a webhook, and of the URL its host alone, as the rest may be secret. */
import type { OwnMail } from '../sending-domain/send-own-mail.ts';
import { daysToDisable } from './alert-limits.ts';

export interface FailingEndpoint {
  readonly id: string;
  readonly url: string;
  readonly alertEmail: string;
  readonly failingSince: Date;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly isDisabled: boolean;
}

export function alertMail({ id, url, alertEmail, failingSince, failures, isDisabled }: FailingEndpoint): OwnMail {
  const { host } = new URL(url);
  const since = failingSince.toISOString();
  const what = isDisabled
    ? `No webhook goes to ${host} any more: all attempts have failed for ${daysToDisable} days.`
    : `All webhooks to ${host} have failed for a day.`;
  const next = isDisabled
    ? 'New webhooks wait, each for 72 hours. Resume the endpoint once its receiver works, and redeliver what has failed.'
    : `They are tried again, each for 72 hours. After ${daysToDisable} days of failures the endpoint is paused.`;
  const lines = [
    what,
    `Failing since ${since}, ${failures} attempts in a row.`,
    `Endpoint: ${id}`,
    next,
    'The log of its webhooks shows what the receiver answered.',
  ];
  return {
    to: alertEmail,
    replyTo: null,
    from: { localPart: 'webhooks', name: null },
    subject: isDisabled ? `Webhooks to ${host} are paused` : `Webhooks to ${host} have failed for a day`,
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</body></html>`,
    // Robots answer neither; what one answers all the same goes to no mailbox of ours, and starts nothing.
    headers: [
      ['Auto-Submitted', 'auto-generated'],
      ['X-Auto-Response-Suppress', 'All'],
    ],
  };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
