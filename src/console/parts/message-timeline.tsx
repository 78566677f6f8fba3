/** What happened to a mail, oldest first. The schema's own timeline replaces the joining here once there is one. */
import type { ReactNode } from 'react';
import { words } from '../words.ts';
import type { Tone } from './badge.tsx';
import type { MessageFacts } from './message-facts.ts';
import { messageTones } from './tones.ts';
import { At } from './when.tsx';

const text = words.message;

interface Moment {
  readonly at: string;
  readonly title: string;
  readonly tone: Tone;
  readonly detail?: string | null;
  readonly reply?: string | null;
}

const outcomeTones: Readonly<Record<MessageFacts['attempts'][number]['outcome'], Tone>> = {
  delivered: 'good',
  relayed: 'info',
  temporary: 'warn',
  bounced: 'bad',
  failed: 'bad',
};

function momentsOf(message: MessageFacts): readonly Moment[] {
  const { attempts, reports, opens, state, endedAt } = message;
  // An attempt or a report shows the other ends; a simulated mail has neither.
  const hasShown = attempts.length + reports.length > 0 && !/^(?:suppressed|failed|expired)$/.test(state);
  const moments: Moment[] = [
    { at: message.createdAt, title: text.accepted, tone: 'calm' },
    ...attempts.map(({ at, number, outcome, durationMs, exchanger, tlsVersion, reply, transport }): Moment => {
      const security = transport === 'capture' ? null : tlsVersion ? `${text.tls} ${tlsVersion}` : text.noTls;
      const details = [exchanger && text.by(exchanger), security, text.took(durationMs)];
      return {
        at,
        title: `${text.attempt(number)}: ${words.attemptOutcomes[outcome]}`,
        tone: outcomeTones[outcome],
        detail: details.filter(Boolean).join(' · '),
        reply: reply ?? null,
      };
    }),
    ...reports.map(({ at, kind, hard, reply }): Moment => {
      const tone = kind === 'delivered' ? 'good' : kind === 'delayed' && !hard ? 'warn' : 'bad';
      return { at, title: text.report[kind], tone, reply: reply ?? null };
    }),
    ...opens.map(
      ({ at, machine }): Moment => ({ at, title: machine ? text.openedByMachine : text.opened, tone: 'info' }),
    ),
  ];
  if (endedAt && !hasShown) moments.push({ at: endedAt, title: words.states[state], tone: messageTones[state] });
  return moments.sort((one, other) => one.at.localeCompare(other.at));
}

export function MessageTimeline({ message }: { readonly message: MessageFacts }): ReactNode {
  return (
    <ol className="timeline">
      {momentsOf(message).map(({ at, title, tone, detail, reply }) => (
        <li key={`${at} ${title}`} data-tone={tone}>
          <p className="timeline-title">
            <span>{title}</span>
            <At at={at} />
          </p>
          {detail && <p className="hint">{detail}</p>}
          {reply && <p className="reply">{reply}</p>}
        </li>
      ))}
    </ol>
  );
}
