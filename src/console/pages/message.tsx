/** One mail: why, what happened, the mail as it went, its facts; sent again or cancelled. */
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Fault } from '../api/fault.ts';
import {
  type ExplainedFragment,
  MessageDocument,
  MessageGoesOnDocument,
  MessageWhyDocument,
  PauseSharesDocument,
  RampProgressDocument,
} from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { useFollow } from '../api/use-follow.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Badge } from '../parts/badge.tsx';
import { SuppressedNote } from '../parts/contacts/suppressed-note.tsx';
import { FaultView } from '../parts/events/fault-view.tsx';
import { LiveSign } from '../parts/live-sign.tsx';
import { Explanation } from '../parts/messages/explanation.tsx';
import { usePlaceLeft } from '../parts/messages/list-place.ts';
import { MessageActs } from '../parts/messages/message-acts.tsx';
import { MessageDetails } from '../parts/messages/message-details.tsx';
import { type EmitFacts, isMessage, type ShownMessage } from '../parts/messages/message-facts.ts';
import { MessageMail, MessagePayload } from '../parts/messages/message-mail.tsx';
import { MessageReplies } from '../parts/messages/message-replies.tsx';
import { MessageTimeline, tookOf } from '../parts/messages/message-timeline.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { messageTones } from '../parts/tones.ts';
import { At, Away, When } from '../parts/when.tsx';
import { PageZone } from '../parts/zone.ts';
import { words } from '../words.ts';

// `shell` is the id of the route around it and no part of the path.
const route = getRouteApi('/shell/messages/$message');
const text = words.message;

export function MessagePage(): ReactNode {
  const { message: id } = route.useParams();
  const { allow } = useScopes();
  const people = allow('people');
  // The id of an emit has no timeline: the stream ends, and stays closed.
  const isLive = useFollow(
    MessageGoesOnDocument,
    { id },
    { cursorOf: ({ messageTimeline }) => messageTimeline?.cursor, onEvent: () => again() },
  );
  // What holds a message may change without an entry of its timeline, such as a suspension.
  const every = isLive ? 2 * liveEvery : liveEvery;
  const reading = useAsk(MessageDocument, { id, people }, { every });
  const why = useAsk(MessageWhyDocument, { id }, { enabled: isMessage(reading.data?.node), every });
  function again(): void {
    reading.retry();
    why.retry();
  }
  return (
    <Answer reading={reading} lines={8}>
      {({ node }) => {
        if (isMessage(node)) {
          return (
            <PageZone value={node.workspace?.timezone ?? null}>
              <Message message={node} isLive={isLive}>
                <Answer reading={why} lines={2}>
                  {({ messageExplain }) => messageExplain && <Why explained={messageExplain} message={node} />}
                </Answer>
              </Message>
            </PageZone>
          );
        }
        if (isEmit(node)) return <Emit emit={node} />;
        return <Gone id={id} />;
      }}
    </Answer>
  );
}

/** An id that nothing has any more: a message that went with its person says so. */
function Gone({ id }: { readonly id: string }): ReactNode {
  const why = useAsk(MessageWhyDocument, { id });
  if (why.fault?.code === 'not_found') return <Missing />;
  return (
    <Answer reading={why} lines={2}>
      {({ messageExplain }) =>
        messageExplain ? (
          <Page title={text.erasedMessage} above={<Link to="/messages">{words.messages.title}</Link>}>
            <Explanation explained={messageExplain} />
          </Page>
        ) : (
          <Missing />
        )
      }
    </Answer>
  );
}

function Missing(): ReactNode {
  return (
    <Page title={text.missing} above={<Link to="/messages">{words.messages.title}</Link>}>
      <FaultView fault={new Fault({ code: 'not_found', message: '' })} />
    </Page>
  );
}

function isEmit(node: unknown): node is EmitFacts {
  return typeof node === 'object' && node !== null && 'type' in node;
}

interface MessageProps {
  readonly message: ShownMessage;
  readonly isLive: boolean;
  readonly children: ReactNode;
}

function Message({ message, isLive, children }: MessageProps): ReactNode {
  const { state, recipient, workspace, suppression } = message;
  const { allow } = useScopes();
  const left = usePlaceLeft();
  return (
    <Page
      title={nameOf(message)}
      beside={<Badge tone={messageTones[state]}>{words.states[state]}</Badge>}
      above={
        <Link to="/messages" search={left ?? (workspace ? { workspace: workspace.id } : {})}>
          {words.messages.title}
        </Link>
      }
      intro={
        <>
          <code>{message.eventTypeName}</code>
          {workspace && (
            <>
              {' · '}
              <Link to="/workspaces/$id" params={{ id: workspace.id }}>
                {workspace.name}
              </Link>
            </>
          )}
          {' · '}
          <At at={message.createdAt} /> (<Away at={message.createdAt} />)
          {message.role && ` · ${text.asCopy(message.role, message.copyOf?.recipient ?? null)}`}
        </>
      }
      actions={<MessageActs message={message} />}
      recent={message.eventTypeName}
    >
      {children}
      {suppression && recipient && (
        <SuppressedNote suppression={suppression} email={recipient} workspace={workspace?.id ?? null} />
      )}
      <div className="message-parts">
        {allow('people') && <MessageMail message={message} />}
        <Card title={text.timeline} actions={<LiveSign isFollowed={isLive} />}>
          <MessageTimeline message={message} />
        </Card>
      </div>
      {allow('people') && <MessageReplies message={message} />}
      <div className="columns">
        <Card title={text.details}>
          <MessageDetails message={message} />
        </Card>
        {allow('people') && <MessagePayload message={message} />}
      </div>
    </Page>
  );
}

/** The key may not see the recipient: undefined. Its person was erased: null. */
function nameOf({ recipient }: ShownMessage): string {
  return recipient === undefined ? text.title : (recipient ?? words.messages.erased);
}

interface WhyProps {
  readonly explained: ExplainedFragment;
  readonly message: ShownMessage;
}

/** The explanation; of a pause with the share that caused it, and of a late mail with where it stood. */
function Why({ explained, message: { workspace, timeline } }: WhyProps): ReactNode {
  const isPaused = explained.cause === 'workspace_paused' && workspace !== null;
  const { data } = useAsk(PauseSharesDocument, { workspace: workspace?.id ?? '' }, { enabled: isPaused });
  const isUsedUp = explained.cause === 'day_cap_used' && workspace !== null;
  const ramp = useAsk(RampProgressDocument, { workspace: workspace?.id ?? '' }, { enabled: isUsedUp });
  const volume = ramp.data?.workspace?.health.volume;
  const took = tookOf(timeline);
  return (
    <Explanation
      explained={explained}
      fact={isPaused ? pauseOf(data?.workspace?.health) : null}
      took={took?.isLong ? text.tookLong(took.said) : volume ? text.onTheWay(volume) : null}
    />
  );
}

interface Health {
  readonly state: string;
  readonly reason: string | null;
  readonly window: { readonly bounceShare: number | null; readonly complaintShare: number | null };
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

function pauseOf(health: Health | undefined): string | null {
  if (health?.state !== 'paused') return null;
  const { reason, window } = health;
  if (reason === 'bounce_rate' && window.bounceShare) return text.paused(percent.format(window.bounceShare));
  if (reason === 'complaint_rate' && window.complaintShare)
    return text.pausedByComplaints(percent.format(window.complaintShare));
  return null;
}

/** The emit of an id that is no message: of an erased person, or without mail. */
function Emit({ emit }: { readonly emit: EmitFacts }): ReactNode {
  const { id, workspace, message } = emit;
  const why = useAsk(
    MessageWhyDocument,
    { id, workspace: workspace?.id ?? null },
    { enabled: message === null && workspace !== null },
  );
  if (message) return <Navigate to="/messages/$message" params={{ message: message.id }} replace />;
  const withoutMail = why.fault?.code === 'not_found' || workspace === null;
  return (
    <Page
      title={withoutMail ? text.event : text.erasedEmit}
      above={
        <Link to="/messages" search={{ view: 'emits', ...(workspace ? { workspace: workspace.id } : {}) }}>
          {words.messages.emits}
        </Link>
      }
      intro={
        <>
          <code>{emit.type}</code>
          {workspace && ` · ${workspace.name} · `}
          <When at={emit.createdAt} />
        </>
      }
    >
      {withoutMail ? (
        <p className="hint">{text.emitWithoutMail}</p>
      ) : (
        <Answer reading={why} lines={2}>
          {({ messageExplain }) => messageExplain && <Explanation explained={messageExplain} />}
        </Answer>
      )}
    </Page>
  );
}
