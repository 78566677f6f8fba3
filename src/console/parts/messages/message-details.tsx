/** Names, ids and times of a message. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { CopyText } from '../copy.tsx';
import { Facts } from '../page.tsx';
import { At, Planned, When } from '../when.tsx';
import type { ShownMessage } from './message-facts.ts';

const text = words.message;

export function MessageDetails({ message }: { readonly message: ShownMessage }): ReactNode {
  const { fellBack, evidence, recipient, role, copyOf, copies, sendAt, waitingFor, resendOf, resends } = message;
  const { allowWide } = useScopes();
  return (
    <Facts
      facts={[
        [words.common.id, <CopyText key="id" text={message.id} what={words.common.id} />],
        [text.event, <CopyText key="event" text={message.event.id} what={text.event} />],
        [text.idempotencyKey, <CopyText key="key" text={message.idempotencyKey} what={text.idempotencyKey} />],
        [text.metadata, message.metadata && <Pairs key="metadata" pairs={message.metadata} />],
        [text.contact, <ContactLink key="contact" message={message} />],
        [
          text.person,
          // That page looks across all workspaces.
          recipient && allowWide('people') ? (
            <Link key="person" to="/people/address" search={{ email: recipient }}>
              {recipient}
            </Link>
          ) : null,
        ],
        [text.role, role && words.messages.roles[role]],
        [text.copyOf, copyOf ? <AddressLink key="copy-of" to={copyOf} /> : null],
        [
          text.copies,
          copies?.map((copy) => (
            <div key={copy.id}>
              <AddressLink to={copy} /> {copy.role && words.messages.roles[copy.role]} · {words.states[copy.state]}
            </div>
          )) ?? null,
        ],
        [text.template, <TemplateLink key="template" message={message} />],
        [text.language, message.locale],
        [text.fellBack, fellBack.length > 0 ? <code key="fallbacks">{fellBack.join(', ')}</code> : words.common.none],
        [text.evidence, evidence && text.evidences[evidence]],
        [text.leaves, sendAt ? <Planned key="leaves" at={sendAt} /> : null],
        [text.waits, waitingFor ? <Wait key="wait" wait={waitingFor} /> : null],
        [text.expires, message.state === 'queued' ? <At key="expires" at={message.expiresAt} /> : null],
        [text.resendOf, resendOf ? <MessageLink key="of" id={resendOf.id} at={resendOf.createdAt} /> : null],
        [
          text.resends,
          resends.length > 0
            ? resends.map(({ id, createdAt }) => <MessageLink key={id} id={id} at={createdAt} />)
            : null,
        ],
      ]}
    />
  );
}

/** The rule that holds the message: a due time that another rule makes void is not shown beside it. */
function Wait({ wait: { kind, until } }: { readonly wait: NonNullable<ShownMessage['waitingFor']> }): ReactNode {
  return (
    <>
      {words.waitKinds[kind]}
      {until && (
        <>
          {` ${text.until} `}
          <At at={until} />
        </>
      )}
    </>
  );
}

/** What the caller sent with the emit, each as the filter of the list takes it. */
function Pairs({ pairs }: { readonly pairs: object }): ReactNode {
  return Object.entries(pairs).map(([key, value]) => (
    <CopyText key={key} text={`${key}=${value}`} what={text.metadata} />
  ));
}

function MessageLink({ id, at }: { readonly id: string; readonly at: string }): ReactNode {
  return (
    <Link to="/messages/$message" params={{ message: id }}>
      <When at={at} />
    </Link>
  );
}

/** Another message of the same mail, by its address where the key may see it. */
function AddressLink({
  to: { id, recipient },
}: {
  readonly to: { readonly id: string; readonly recipient?: string | null | undefined };
}): ReactNode {
  return (
    <Link to="/messages/$message" params={{ message: id }}>
      {recipient ?? id}
    </Link>
  );
}

function ContactLink({ message }: { readonly message: ShownMessage }): ReactNode {
  const { contact, contactAtEmit, workspace } = message;
  if (!contact || !workspace) return contactAtEmit?.reference ?? contactAtEmit?.contactId ?? words.common.none;
  return (
    <Link to="/people/$workspace/$contact" params={{ workspace: workspace.id, contact: contact.id }}>
      {contact.reference ?? contact.id}
    </Link>
  );
}

function TemplateLink({ message: { templateVersion, eventTypeName } }: { readonly message: ShownMessage }): ReactNode {
  if (!templateVersion) return words.common.none;
  return (
    <Link to="/templates/$eventType" params={{ eventType: eventTypeName }}>
      {text.version(templateVersion.version)}
    </Link>
  );
}
