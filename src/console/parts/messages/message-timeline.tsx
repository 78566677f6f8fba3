/** What happened to a mail, and what its webhooks told of it, oldest first. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MomentFragment } from '../../api/operations.ts';
import { words } from '../../words.ts';
import type { Tone } from '../badge.tsx';
import { minute } from '../durations.ts';
import { wholeDuration } from '../figures/numbers.ts';
import { webhookTones } from '../tones.ts';
import { webhookTypeNames } from '../webhooks/webhook-type.ts';
import { At, InWords, Planned } from '../when.tsx';
import { ZoneChoice } from '../zone-choice.tsx';
import { wayOf } from './attempt-way.ts';
import { foldAttempts } from './fold-attempts.ts';
import type { ShownMessage } from './message-facts.ts';
import { timeTaken } from './time-taken.ts';

const text = words.message;

interface Shown {
  readonly title: string;
  readonly tone: Tone;
  readonly detail?: ReactNode;
  /** What a server said. */
  readonly reply?: string | null | undefined;
  /** The attempt that ended so: its number, and where it went. */
  readonly way?: string | undefined;
  /** How long the mail took, where it ended. */
  readonly took?: string | undefined;
}

function shownOf(moment: MomentFragment): Shown {
  const { moments } = text;
  switch (moment.__typename) {
    case 'TimelineAccepted':
      return { title: moments.accepted, tone: 'calm' };
    case 'TimelineScheduled':
      return { title: moments.scheduled, tone: 'calm', detail: <Planned at={moment.sendAt} /> };
    case 'TimelineMoved':
      return { title: moments.moved, tone: 'calm', detail: <Planned at={moment.sendAt} /> };
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
        title: (moment.isLast ? moments.lastDeferred : moments.deferred)[
          moment.attempt?.answered ? 'refused' : 'notReached'
        ],
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
    case 'TimelineReplied':
      return { title: moment.automatic ? moments.repliedByProgram : moments.replied, tone: 'info' };
    case 'TimelineWebhookSent':
      return { title: moments.webhook(moment.webhook ? webhookTypeNames[moment.webhook.type] : ''), tone: 'calm' };
  }
}

type SentWebhook = NonNullable<ShownMessage['webhooks']>['nodes'][number];

/** A webhook that no endpoint has accepted: refused so far, not tried yet, or given up. */
function shownOfWebhook({ id, type, state, endpoint, lastStatus, lastError, nextAttemptAt }: SentWebhook): Shown {
  const answer = answerIn(lastStatus, lastError);
  const isRefused = state === 'pending' && (lastStatus !== null || lastError !== null);
  const said = isRefused ? text.refusedSoFar : words.webhookStates[state].toLowerCase();
  return {
    title: text.moments.webhookState(webhookTypeNames[type], said),
    tone: isRefused ? 'warn' : webhookTones[state],
    detail: (
      <>
        <AnswerOf id={id} answer={answer} url={endpoint?.url ?? null} />
        {nextAttemptAt && (
          <>
            {` · ${words.webhooks.triesAgain} `}
            <InWords at={nextAttemptAt} />
          </>
        )}
      </>
    ),
  };
}

function answerIn(status: number | null, error: SentWebhook['lastError']): string {
  if (error && error !== 'status') return words.webhookErrors[error];
  return status === null ? words.webhooks.noResponse : words.webhooks.status(status);
}

interface AnswerOfProps {
  /** Id of the webhook. */
  readonly id: string;
  readonly answer: string;
  /** Null: its endpoint was deleted. Undefined: it is not known. */
  readonly url: string | null | undefined;
}

/** What an endpoint answered, with the way to the webhook: one message may have webhooks to several. */
function AnswerOf({ id, answer, url }: AnswerOfProps): ReactNode {
  return (
    <>
      <Link to="/webhooks/$webhook" params={{ webhook: id }}>
        {answer}
      </Link>
      {url !== undefined && (
        <>
          {' · '}
          <span className="url">{url ?? words.webhooks.deletedEndpoint}</span>
        </>
      )}
    </>
  );
}

/** Undefined where the moment is not that of an accepted webhook. */
function answerOf(moment: MomentFragment, webhooks: readonly SentWebhook[]): ReactNode {
  if (moment.__typename !== 'TimelineWebhookSent' || moment.webhook === null) return undefined;
  const { id } = moment.webhook;
  const found = webhooks.find((webhook) => webhook.id === id);
  const url = found && (found.endpoint?.url ?? null);
  const refusals = (found?.attempts ?? []).filter(({ error }) => error !== null);
  const last = refusals.at(-1);
  return (
    <>
      <AnswerOf id={id} answer={words.webhooks.status(moment.status ?? 0)} url={url} />
      {last && ` · ${text.afterRefusals(refusals.length, answerIn(last.status, last.error))}`}
    </>
  );
}

interface Moment {
  readonly key: string;
  readonly at: string;
  readonly shown: Shown;
}

const withDetail = (shown: Shown, detail: ReactNode): Shown => (detail === undefined ? shown : { ...shown, detail });

interface Took {
  readonly end: MomentFragment;
  readonly said: string;
  /** Whether somebody may ask why. */
  readonly isLong: boolean;
}

/** `40 min after it was accepted, 39 min of it after “Refused for now”`; null where it has not ended. */
export function tookOf(moments: readonly MomentFragment[]): Took | null {
  const taken = timeTaken(moments);
  if (!taken) return null;
  const { end, whole, isPlanned, longest } = taken;
  const said = text.tookSince(wholeDuration(whole), isPlanned);
  // That it stood at its planned time is said already.
  const names = longest !== null && !('sendAt' in longest.after);
  const of = names && text.tookMost(wholeDuration(longest.milliseconds), shownOf(longest.after).title, longest.times);
  return { end, said: of ? `${said}, ${of}` : said, isLong: whole >= minute };
}

function momentsOf(moments: readonly MomentFragment[], webhooks: readonly SentWebhook[]): readonly Moment[] {
  const told = new Set(
    moments.map((moment) => (moment.__typename === 'TimelineWebhookSent' ? moment.webhook?.id : undefined)),
  );
  const took = tookOf(moments);
  return [
    ...foldAttempts(moments).map(({ moment, ended }) => ({
      key: moment.cursor,
      at: moment.at,
      shown: {
        ...withDetail(shownOf(moment), answerOf(moment, webhooks)),
        way: ended ? `${text.attempt(ended.number)} ${wayOf(ended)}` : undefined,
        took: moment === took?.end ? took.said : undefined,
      },
    })),
    ...webhooks
      .filter(({ id }) => !told.has(id))
      .map((webhook) => ({ key: webhook.id, at: webhook.createdAt, shown: shownOfWebhook(webhook) })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

export function MessageTimeline({ message }: { readonly message: ShownMessage }): ReactNode {
  const webhooks = message.webhooks?.nodes ?? [];
  return (
    <>
      <ol className="timeline">
        {momentsOf(message.timeline, webhooks).map(({ key, at, shown: { title, tone, way, detail, reply, took } }) => (
          <li key={key} data-tone={tone}>
            <p className="timeline-title">
              <span>{title}</span>
              <At at={at} />
            </p>
            {way && <p className="hint">{way}</p>}
            {detail && <p className="hint">{detail}</p>}
            {took && <p className="hint">{took}</p>}
            {reply && <p className="reply">{reply}</p>}
          </li>
        ))}
      </ol>
      {webhooks.length === 0 && <p className="hint">{text.noWebhooks}</p>}
      <ZoneChoice />
    </>
  );
}
