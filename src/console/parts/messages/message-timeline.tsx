/** What happened to a mail, oldest first. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MomentFragment } from '../../api/operations.ts';
import { words } from '../../words.ts';
import type { Tone } from '../badge.tsx';
import { webhookTypeNames } from '../webhooks/webhook-type.ts';
import { At, InWords } from '../when.tsx';

const text = words.message;

interface Shown {
  readonly title: string;
  readonly tone: Tone;
  readonly detail?: ReactNode;
  /** What a server said. */
  readonly reply?: string | null | undefined;
}

type Attempt = Extract<MomentFragment, { readonly __typename: 'TimelineAttempt' }>['attempt'];

/** Where an attempt went, how it was encrypted, and what it took. */
function wayOf(attempt: Attempt): string {
  if (attempt === null) return '';
  const { exchanger, transport, tlsVersion, durationMs } = attempt;
  const security = transport === 'capture' ? null : tlsVersion ? `${text.tls} ${tlsVersion}` : text.noTls;
  return [exchanger && text.by(exchanger), security, text.took(durationMs)].filter(Boolean).join(' · ');
}

function shownOf(moment: MomentFragment): Shown {
  const { moments } = text;
  switch (moment.__typename) {
    case 'TimelineAccepted':
      return { title: moments.accepted, tone: 'calm' };
    case 'TimelineClaimed':
      return { title: moments.claimed(moment.number), tone: 'info' };
    case 'TimelineAttempt':
      return { title: text.attempt(moment.attempt?.number ?? 0), tone: 'calm', detail: wayOf(moment.attempt) };
    case 'TimelineWaiting':
      return {
        title: moments.waiting[moment.waitsFor](moment.provider),
        tone: 'warn',
        detail: (
          <>
            {`${text.next} `}
            <InWords at={moment.until} />
          </>
        ),
        reply: moment.reply,
      };
    case 'TimelineDeferred':
      return {
        title: moment.isLast ? moments.lastDeferred : moments.deferred,
        tone: 'warn',
        detail: (
          <>
            {`${moment.isLast ? text.expiresAt : text.next} `}
            <InWords at={moment.until} />
          </>
        ),
        reply: moment.attempt?.reply,
      };
    case 'TimelineRelayed':
      return { title: moments.relayed, tone: 'info', reply: moment.attempt?.reply };
    case 'TimelineDelivered':
      return { title: moments.delivered, tone: 'good', reply: moment.attempt?.reply };
    case 'TimelineBounced':
      return {
        title: moments.bounced,
        tone: 'bad',
        detail: moment.bounce && words.bounceKinds[moment.bounce],
        reply: moment.attempt?.reply,
      };
    case 'TimelineFailed':
      return {
        title: moments.failed,
        tone: 'bad',
        detail: moment.reason && words.failureReasons[moment.reason],
        reply: moment.attempt?.reply,
      };
    case 'TimelineComplained':
      return { title: moments.complained, tone: 'bad' };
    case 'TimelineSuppressed':
      return { title: moments.suppressed, tone: 'warn' };
    case 'TimelineExpired':
      return { title: moments.expired, tone: 'bad' };
    case 'TimelineReport': {
      const { kind, hard, reply } = moment.report;
      const tone = kind === 'delivered' ? 'good' : kind === 'delayed' && !hard ? 'warn' : 'bad';
      return { title: text.report[kind], tone, reply };
    }
    case 'TimelineOpened':
      return { title: moment.open.machine ? text.openedByMachine : text.opened, tone: 'info' };
    case 'TimelineWebhookSent': {
      const { webhook, status } = moment;
      return {
        title: moments.webhook(webhook ? webhookTypeNames[webhook.type] : ''),
        tone: 'calm',
        detail: webhook && (
          <Link to="/webhooks/$webhook" params={{ webhook: webhook.id }}>
            {words.webhooks.status(status ?? 0)}
          </Link>
        ),
      };
    }
  }
}

export function MessageTimeline({ moments }: { readonly moments: readonly MomentFragment[] }): ReactNode {
  return (
    <ol className="timeline">
      {moments.map((moment) => {
        const { title, tone, detail, reply } = shownOf(moment);
        return (
          <li key={moment.cursor} data-tone={tone}>
            <p className="timeline-title">
              <span>{title}</span>
              <At at={moment.at} />
            </p>
            {detail && <p className="hint">{detail}</p>}
            {reply && <p className="reply">{reply}</p>}
          </li>
        );
      })}
    </ol>
  );
}
