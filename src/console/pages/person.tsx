/** One contact: its newest mails, suppressions, attributes, consent, what would become of an emit, and erasure. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Fault } from '../api/fault.ts';
import {
  AddressWhyDocument,
  ContactDocument,
  type ContactQuery,
  EventTypesDocument,
  SuppressionsDocument,
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
import { Explanation } from '../parts/messages/explanation.tsx';
import { LatestMails } from '../parts/messages/latest-mails.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { contactTones } from '../parts/tones.ts';
import { When } from '../parts/when.tsx';
import { PageZone } from '../parts/zone.ts';
import { ZoneChoice } from '../parts/zone-choice.tsx';
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
          <PageZone value={data.contact.workspace.timezone}>
            <Person contact={data.contact} />
          </PageZone>
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
      recent={workspace.name}
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
      {allow('read') && (
        <LatestMails
          workspace={workspace.id}
          email={email}
          filter={{ contact: id }}
          all={{ to: '/messages', search: { recipient: email, workspace: workspace.id } }}
        />
      )}
      <Suppressed workspace={workspace.id} email={email} />
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
        <div className="column">
          <Attributes attributes={attributes} />
          <Topics topics={contact.topics} />
          <Card title={text.consent}>
            <ConsentLedger workspace={workspace.id} contact={id} />
            <ZoneChoice />
          </Card>
        </div>
      </div>
      {allow('read', 'people') && <WhatIf workspace={workspace.id} email={email} />}
      <LiftList workspace={workspace.id} email={email} />
    </Page>
  );
}

function Suppressed({ workspace, email }: { readonly workspace: string; readonly email: string }): ReactNode {
  const { rows = [] } = useList(SuppressionsDocument, { workspace, search: email }, ({ suppressions }) => suppressions);
  if (rows.length === 0) return null;
  return (
    <Card title={text.suppressed} flush>
      <SuppressionList workspace={workspace} search={email} />
    </Card>
  );
}

/** A value for each attribute that the contact has. */
function Attributes({ attributes }: Pick<Contact, 'attributes'>): ReactNode {
  const facts = Object.entries(attributes).map(
    ([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
  );
  return (
    facts.length > 0 && (
      <Card title={text.attributes}>
        <Facts facts={facts} />
      </Card>
    )
  );
}

/** What was decided of single topics: when, and how. */
function Topics({ topics }: Pick<Contact, 'topics'>): ReactNode {
  if (!topics) return null;
  return (
    <Card title={text.topics}>
      <Facts
        facts={topics.map(({ key, state, at, source }) => [
          key,
          <span key={key}>
            {`${text.topicStates[state]} · ${words.consentSources[source]} · `}
            <When at={at} />
          </span>,
        ])}
      />
    </Card>
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
