/** One mail: why, what happened, and its facts. The mail as it went joins here once the schema has `Message.rendered`. */
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Fault } from '../api/fault.ts';
import { MessageDocument, MessageWhyDocument } from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { Badge } from '../parts/badge.tsx';
import { CopyText } from '../parts/copy.tsx';
import { Explanation } from '../parts/explanation.tsx';
import { FaultView } from '../parts/fault-view.tsx';
import type { MessageFacts } from '../parts/message-facts.ts';
import { MessageTimeline } from '../parts/message-timeline.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { messageTones } from '../parts/tones.ts';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/shell/messages/$message');
const text = words.message;

export function MessagePage(): ReactNode {
  const { message: id } = route.useParams();
  const reading = useAsk(MessageDocument, { id }, { every: liveEvery });
  return (
    <Answer reading={reading} lines={8}>
      {({ node }) =>
        node && 'recipient' in node ? (
          <Message message={node} />
        ) : (
          <FaultView fault={new Fault({ code: 'not_found', message: '' })} />
        )
      }
    </Answer>
  );
}

function Message({ message }: { readonly message: MessageFacts }): ReactNode {
  const { id, state, recipient, workspace } = message;
  const why = useAsk(MessageWhyDocument, { id }, { every: liveEvery });
  return (
    <Page
      title={recipient ?? words.messages.erased}
      beside={<Badge tone={messageTones[state]}>{words.states[state]}</Badge>}
      above={
        <Link to="/messages" search={workspace ? { workspace: workspace.id } : {}}>
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
          <When at={message.createdAt} />
        </>
      }
    >
      <Answer reading={why} lines={2}>
        {({ messageExplain }) => messageExplain && <Explanation explained={messageExplain} />}
      </Answer>
      <div className="columns">
        <Card title={text.timeline}>
          <MessageTimeline message={message} />
        </Card>
        <Card title={text.details}>
          <MessageDetails message={message} />
        </Card>
      </div>
    </Page>
  );
}

function MessageDetails({ message }: { readonly message: MessageFacts }): ReactNode {
  const { workspace, contact, contactAtEmit, templateVersion, fellBack } = message;
  return (
    <Facts
      facts={[
        [words.common.id, <CopyText key="id" text={message.id} what={words.common.id} />],
        [text.event, <CopyText key="event" text={message.event.id} what={text.event} />],
        [text.idempotencyKey, <CopyText key="key" text={message.idempotencyKey} what={text.idempotencyKey} />],
        [
          text.contact,
          contact && workspace ? (
            <Link
              key="contact"
              to="/people/$workspace/$contact"
              params={{ workspace: workspace.id, contact: contact.id }}
            >
              {contact.reference ?? contact.id}
            </Link>
          ) : (
            (contactAtEmit?.reference ?? null)
          ),
        ],
        [
          text.template,
          templateVersion && (
            <Link key="template" to="/templates/$eventType" params={{ eventType: message.eventTypeName }}>
              {text.version(templateVersion.version)}
            </Link>
          ),
        ],
        [text.language, message.locale],
        [text.fellBack, fellBack.length > 0 ? <code key="fallbacks">{fellBack.join(', ')}</code> : words.common.none],
        [text.nextAttempt, message.nextAttemptAt ? <When key="next" at={message.nextAttemptAt} /> : null],
        [text.expires, message.state === 'queued' ? <When key="expires" at={message.expiresAt} /> : null],
      ]}
    />
  );
}
