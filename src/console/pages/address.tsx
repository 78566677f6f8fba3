/** One address in all workspaces: its newest mails, suppressions, contacts with their consent, and what erasures left. */
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Fault } from '../api/fault.ts';
import { PersonDocument, type PersonQuery } from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Badge } from '../parts/badge.tsx';
import { ConsentLedger } from '../parts/contacts/consent-ledger.tsx';
import { EraseButton } from '../parts/contacts/erase-button.tsx';
import { SuppressedNote } from '../parts/contacts/suppressed-note.tsx';
import { SuppressButton } from '../parts/contacts/suppression-list.tsx';
import { FaultView } from '../parts/events/fault-view.tsx';
import { LatestMails } from '../parts/messages/latest-mails.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { contactTones } from '../parts/tones.ts';
import { At, When } from '../parts/when.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/shell/people/address');
const text = words.person;

type Person = NonNullable<PersonQuery['person']>;

export function AddressPage(): ReactNode {
  const { email = '' } = route.useSearch();
  const { allow } = useScopes();
  return (
    <Page
      title={email || text.title}
      intro={text.intro}
      above={<Link to="/people">{words.people.title}</Link>}
      {...(email === '' ? {} : { recent: words.finder.everywhere })}
    >
      {email === '' ? (
        <FaultView fault={new Fault({ code: 'missing', message: text.missingEmail })} />
      ) : (
        <>
          {allow('read') && (
            <LatestMails
              workspace={null}
              email={email}
              filter={{ recipient: email }}
              all={{ to: '/messages', search: { recipient: email, all: 'yes' } }}
            />
          )}
          <Kept email={email} />
        </>
      )}
    </Page>
  );
}

function Kept({ email }: { readonly email: string }): ReactNode {
  // An erasure goes on for a while after its request.
  const reading = useAsk(PersonDocument, { email }, { every: 2 * liveEvery });
  return (
    <Answer reading={reading} lines={8}>
      {({ person }) =>
        person && (
          <>
            <Suppressions email={email} suppressions={person.suppressions} contacts={person.contacts} />
            <Contacts email={email} contacts={person.contacts} suppressions={person.suppressions} />
            <Erasures erasures={person.erasedAddresses} />
            <Nothing person={person} />
          </>
        )
      }
    </Answer>
  );
}

/** What nothing is kept of, in one line. */
function Nothing({ person: { contacts, suppressions, erasedAddresses } }: { readonly person: Person }): ReactNode {
  const missing = [
    contacts?.nodes.length === 0 ? text.noContacts : null,
    suppressions?.nodes.length === 0 ? text.noSuppressions : null,
    erasedAddresses?.nodes.length === 0 ? text.noErasures : null,
  ].filter((line) => line !== null);
  return missing.length > 0 && <p className="hint">{missing.join(' ')}</p>;
}

function More({ of }: { readonly of: { readonly pageInfo: { readonly hasNextPage: boolean } } | null }): ReactNode {
  return of?.pageInfo.hasNextPage ? <p className="hint padded">{text.someMore}</p> : null;
}

interface OfPersonProps extends Pick<Person, 'contacts' | 'suppressions'> {
  readonly email: string;
}

function Contacts({ email, contacts, suppressions }: OfPersonProps): ReactNode {
  const nodes = contacts?.nodes ?? [];
  const isBlockedIn = (workspace: string) =>
    suppressions?.nodes.some(
      ({ blocks, ...by }) => blocks.includes('all') && (by.workspace?.id ?? workspace) === workspace,
    );
  return (
    <>
      {nodes.map(({ id, workspace, reference, status, locale, createdAt }) => (
        <Card
          key={id}
          title={workspace.name}
          hint={
            <>
              <Badge tone={contactTones[status]}>{words.contactStatuses[status]}</Badge>
              {['', reference, locale, ''].filter((part) => part !== null).join(' · ')}
              {createdAt && <When at={createdAt} />}
            </>
          }
          actions={
            <>
              <Link
                className="button"
                to="/people/$workspace/$contact"
                params={{ workspace: workspace.id, contact: id }}
              >
                {text.open}
              </Link>
              {!isBlockedIn(workspace.id) && <SuppressButton workspace={workspace.id} email={email} />}
              <EraseButton workspace={workspace.id} person={{ contact: id }} email={email} hint={text.eraseHint}>
                {text.erase}
              </EraseButton>
            </>
          }
        >
          <ConsentLedger workspace={workspace.id} contact={id} />
        </Card>
      ))}
      <More of={contacts} />
    </>
  );
}

function Suppressions({ email, contacts, suppressions }: OfPersonProps): ReactNode {
  const nodes = suppressions?.nodes ?? [];
  // A block of the whole platform is lifted through any workspace that knows the address.
  const [known] = contacts?.nodes ?? [];
  if (nodes.length === 0) return null;
  return (
    <Card title={text.suppressions}>
      {nodes.map((suppression) => (
        <div key={suppression.id} className="suppressed-in">
          {suppression.workspace && <p>{suppression.workspace.name}</p>}
          <SuppressedNote
            suppression={suppression}
            email={email}
            workspace={(suppression.workspace ?? known?.workspace)?.id ?? null}
          />
        </div>
      ))}
      <More of={suppressions} />
    </Card>
  );
}

function Erasures({ erasures }: { readonly erasures: Person['erasedAddresses'] }): ReactNode {
  const nodes = erasures?.nodes ?? [];
  if (nodes.length === 0) return null;
  return (
    <Card title={text.erasures} hint={text.erasuresHint} flush>
      <ul className="plain-list">
        {nodes.map(({ erasedAt, erasure, workspace }) => (
          <li key={`${workspace?.id} ${erasedAt}`}>
            <div>
              <p>{workspace?.name}</p>
              <p className="hint">
                {`${text.erasedAt} `}
                <At at={erasedAt} />
                {workspace && (
                  <>
                    {' · '}
                    <Link to="/messages" search={{ view: 'emits', workspace: workspace.id }}>
                      {text.leftEmits}
                    </Link>
                  </>
                )}
              </p>
            </div>
            {erasure && (
              <Badge tone={erasure.finishedAt ? 'good' : 'info'}>
                {erasure.finishedAt ? text.finished : text.erasing}
              </Badge>
            )}
          </li>
        ))}
      </ul>
      <More of={erasures} />
    </Card>
  );
}
