/** One contact: consent, suppressions, mail, what would become of an emit, and erasure. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Fault } from '../api/fault.ts';
import {
  AddressWhyDocument,
  EventTypesDocument,
  MessagesDocument,
  PersonDocument,
  PersonEraseDocument,
  type PersonQuery,
} from '../api/operations.ts';
import { useAsk, useList } from '../api/use-ask.ts';
import { useOpen, useTold } from '../parts/act-dialog.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { Explanation } from '../parts/explanation.tsx';
import { FaultView } from '../parts/fault-view.tsx';
import { SelectField } from '../parts/field.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { Answer } from '../parts/states.tsx';
import { SuppressionList } from '../parts/suppression-list.tsx';
import { At, When } from '../parts/when.tsx';
import { words } from '../words.ts';
import { messageColumns } from './messages.tsx';
import { contactTones } from './people.tsx';

const route = getRouteApi('/shell/people/$workspace/$contact');
const text = words.person;

type Contact = NonNullable<PersonQuery['contact']>;

export function PersonPage(): ReactNode {
  const { workspace, contact } = route.useParams();
  const reading = useAsk(PersonDocument, { workspace, contact });
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
  const erasing = useOpen();
  const erase = useTold(PersonEraseDocument, { done: text.eraseToast, after: erasing.hide });
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
        <Link to="/workspaces/$id" params={{ id: workspace.id }}>
          {workspace.name}
        </Link>
      }
      actions={
        <Button icon={UserX} onClick={erasing.show}>
          {text.erase}
        </Button>
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
      <WhatIf workspace={workspace.id} email={email} />
      <Card title={text.consent}>
        <Consent changes={contact.consentChanges?.nodes ?? []} />
      </Card>
      <Card title={text.suppressed} flush>
        <SuppressionList workspace={workspace.id} search={email} />
      </Card>
      <Card title={text.messages} flush>
        <Mail workspace={workspace.id} contact={id} />
      </Card>
      <Confirm
        open={erasing.open}
        onClose={erasing.hide}
        title={text.eraseTitle}
        hint={text.eraseHint}
        action={text.erase}
        typed={email}
        busy={erase.busy}
        fault={erase.fault}
        onConfirm={() => erase.run({ workspace: workspace.id, input: { contact: id } })}
      />
    </Page>
  );
}

function Consent({ changes }: { readonly changes: NonNullable<Contact['consentChanges']>['nodes'] }): ReactNode {
  if (changes.length === 0) return <p className="hint">{text.noConsent}</p>;
  return (
    <ol className="timeline">
      {changes.map(({ id, state, source, at, apiKeyId, undoneAt }) => (
        <li key={id} data-tone={contactTones[state]}>
          <p className="timeline-title">
            <span>{words.contactStatuses[state]}</span>
            <At at={at} />
          </p>
          <p className="hint">
            {words.consentSources[source]}
            {apiKeyId && ` · ${text.byKey} ${apiKeyId}`}
            {undoneAt && ` · ${text.undone}`}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Mail({ workspace, contact }: { readonly workspace: string; readonly contact: string }): ReactNode {
  const listing = useList(MessagesDocument, { workspace, contact }, ({ messages }) => messages);
  return (
    <Rows
      label={text.messages}
      listing={listing}
      columns={messageColumns}
      keyOf={({ id }) => id}
      linkOf={({ id }) => ({ to: '/messages/$message', params: { message: id } })}
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
