/** One contact: consent, suppressions, mail, what would become of an emit, and erasure. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Fault } from '../api/fault.ts';
import {
  AddressWhyDocument,
  ContactDocument,
  type ContactQuery,
  EventTypesDocument,
  MessagesDocument,
} from '../api/operations.ts';
import { useAsk, useList } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Badge } from '../parts/badge.tsx';
import { ConsentLedger } from '../parts/contacts/consent-ledger.tsx';
import { EraseButton } from '../parts/contacts/erase-button.tsx';
import { LiftList, SuppressButton, SuppressionList } from '../parts/contacts/suppression-list.tsx';
import { CopyText } from '../parts/copy.tsx';
import { FaultView } from '../parts/events/fault-view.tsx';
import { SelectField } from '../parts/forms/field.tsx';
import { JsonView } from '../parts/json/json-view.tsx';
import { Explanation } from '../parts/messages/explanation.tsx';
import { messageColumns, messageKey, messageLink } from '../parts/messages/message-columns.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { Answer } from '../parts/states.tsx';
import { contactTones } from '../parts/tones.ts';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/shell/people/$workspace/$contact');
const text = words.person;

type Contact = NonNullable<ContactQuery['contact']>;

export function PersonPage(): ReactNode {
  const { workspace, contact } = route.useParams();
  const reading = useAsk(ContactDocument, { workspace, contact });
  return (
    <Answer reading={reading} lines={8}>
      {(data) =>
        data.contact ? (
          <Person contact={data.contact} />
        ) : (
          <FaultView fault={new Fault({ code: 'not_found', message: '' })} />
        )
      }
    </Answer>
  );
}

function Person({ contact }: { readonly contact: Contact }): ReactNode {
  const { id, email, workspace, status, attributes, tags, marketing } = contact;
  const { allow, allowWide } = useScopes();
  const navigate = useNavigate();
  const isWide = allowWide('people');
  // What the erasure leaves is on the page of the address.
  const leave = () =>
    void navigate(
      isWide ? { to: '/people/address', search: { email } } : { to: '/people', search: { workspace: workspace.id } },
    );
  return (
    <Page
      title={email}
      beside={<Badge tone={contactTones[status]}>{words.contactStatuses[status]}</Badge>}
      above={
        <Link to="/people" search={{ workspace: workspace.id }}>
          {words.people.title}
        </Link>
      }
      intro={
        <>
          <Link to="/workspaces/$id" params={{ id: workspace.id }}>
            {workspace.name}
          </Link>
          {isWide && (
            <>
              {' · '}
              <Link to="/people/address" search={{ email }}>
                {text.everywhere}
              </Link>
            </>
          )}
        </>
      }
      actions={
        <>
          <SuppressButton workspace={workspace.id} email={email} />
          <EraseButton
            workspace={workspace.id}
            person={{ contact: id }}
            email={email}
            hint={text.eraseHint}
            onErased={leave}
          >
            {text.erase}
          </EraseButton>
        </>
      }
    >
      <div className="columns">
        <Card title={text.details}>
          <Facts
            facts={[
              [words.common.id, <CopyText key="id" text={id} what={words.common.id} />],
              [words.people.reference, contact.reference ?? null],
              [words.workspaces.locale, contact.locale ?? null],
              [
                words.people.tags,
                tags.length > 0
                  ? tags.map((tag) => (
                      <span key={tag.id} className="tag">
                        {tag.name}
                      </span>
                    ))
                  : null,
              ],
              [text.decided, marketing?.at ? <When key="decided" at={marketing.at} /> : null],
              [text.pixel, contact.pixelConsentAt ? <When key="pixel" at={contact.pixelConsentAt} /> : words.common.no],
              [words.common.createdAt, contact.createdAt ? <When key="created" at={contact.createdAt} /> : null],
              [words.common.updatedAt, contact.updatedAt ? <When key="updated" at={contact.updatedAt} /> : null],
            ]}
          />
        </Card>
        <Card title={text.attributes}>
          {Object.keys(attributes).length === 0 ? (
            <p className="hint">{text.noAttributes}</p>
          ) : (
            <JsonView value={attributes} what={text.attributes} />
          )}
        </Card>
      </div>
      {allow('read', 'people') && <WhatIf workspace={workspace.id} email={email} />}
      <Card title={text.consent}>
        <ConsentLedger workspace={workspace.id} contact={id} />
      </Card>
      <Card title={text.suppressed} flush>
        <SuppressionList
          workspace={workspace.id}
          search={email}
          empty={<p className="hint padded">{text.notSuppressed}</p>}
        />
      </Card>
      <LiftList workspace={workspace.id} email={email} />
      {allow('read') && (
        <Card title={text.messages} flush>
          <Mail workspace={workspace.id} contact={id} />
        </Card>
      )}
    </Page>
  );
}

function Mail({ workspace, contact }: { readonly workspace: string; readonly contact: string }): ReactNode {
  const listing = useList(MessagesDocument, { workspace, filter: { contact } }, ({ messages }) => messages);
  return (
    <Rows
      label={text.messages}
      listing={listing}
      columns={messageColumns}
      keyOf={messageKey}
      linkOf={messageLink}
      empty={<p className="hint padded">{text.noMessages}</p>}
    />
  );
}

/** What would become of an emit to the person now. */
function WhatIf({ workspace, email }: { readonly workspace: string; readonly email: string }): ReactNode {
  const [eventType, setEventType] = useState('');
  const { data } = useAsk(EventTypesDocument, {});
  const reading = useAsk(
    AddressWhyDocument,
    { workspace, email, eventType },
    { enabled: eventType !== '', keep: true },
  );
  const names = data?.eventTypes?.nodes.map(({ name }) => name) ?? [];
  return (
    <Card title={text.whatIf} hint={text.whatIfHint}>
      <SelectField
        label={words.messages.eventType}
        value={eventType}
        options={[['', text.chooseType], ...names.map((name) => [name, name] as const)]}
        onChange={({ target }) => setEventType(target.value)}
      />
      {eventType !== '' && (
        <Answer reading={reading} lines={2}>
          {({ addressExplain }) => addressExplain && <Explanation explained={addressExplain} />}
        </Answer>
      )}
    </Card>
  );
}
