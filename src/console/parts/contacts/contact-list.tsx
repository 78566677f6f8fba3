/**
 * The contacts of a workspace. Of those who left marketing, the people who did it themselves come first: what the caller
 * sent may be an import of thousands.
 */
import { SearchX, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ContactStatusFilter, ContactsDocument, type ContactsQuery } from '../../api/operations.ts';
import { type Listing, useList } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { type Column, Rows } from '../rows.tsx';
import { Empty } from '../states.tsx';
import { contactTones } from '../tones.ts';
import { At, When } from '../when.tsx';

const text = words.people;

type Row = NonNullable<ContactsQuery['contacts']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  { title: text.address, width: 'minmax(0, 2fr)', narrow: 'first', cell: ({ email }) => email },
  {
    title: text.reference,
    width: 'minmax(0, 1fr)',
    cell: ({ reference }) => reference && <code>{reference}</code>,
  },
  {
    title: text.status,
    width: 'minmax(8.5rem, 1fr)',
    cell: ({ status }) => <Badge tone={contactTones[status]}>{words.contactStatuses[status]}</Badge>,
  },
];

const usualColumns: readonly Column<Row>[] = [
  ...columns,
  {
    title: text.tags,
    width: 'minmax(0, 1fr)',
    narrow: 'hidden',
    cell: ({ tags }) =>
      tags?.map(({ id, name }) => (
        <span key={id} className="tag">
          {name}
        </span>
      )),
  },
  {
    title: words.common.createdAt,
    width: '7.5rem',
    align: 'end',
    cell: ({ createdAt }) => createdAt && <When at={createdAt} />,
  },
];

const columnsOfLeft: readonly Column<Row>[] = [
  ...columns.slice(0, 2),
  {
    title: text.leftBy,
    width: 'minmax(8.5rem, 1fr)',
    cell: ({ consentChanges }) => {
      const [change] = consentChanges?.nodes ?? [];
      if (!change) return null;
      const { source } = change;
      return source === 'api' ? words.consentSources.api : <Badge tone="info">{words.consentSources[source]}</Badge>;
    },
  },
  {
    title: text.leftAt,
    width: '9.5rem',
    align: 'end',
    cell: ({ marketing }) => marketing?.at && <At at={marketing.at} />,
  },
];

interface ContactListProps {
  readonly workspace: string;
  readonly search: string | null;
  readonly status: ContactStatusFilter | null;
  /** Removes the filters. */
  readonly onClear: () => void;
}

export function ContactList(props: ContactListProps): ReactNode {
  return props.status === 'unsubscribed' ? <Left {...props} /> : <Contacts {...props} />;
}

function Contacts({ workspace, search, status, onClear }: ContactListProps): ReactNode {
  const listing = useList(ContactsDocument, { workspace, search, status }, ({ contacts }) => contacts);
  return (
    <Rows
      label={text.contacts}
      listing={listing}
      columns={usualColumns}
      {...rowsOf(workspace)}
      empty={<Nobody isFiltered={search !== null || status !== null} onClear={onClear} />}
    />
  );
}

function Left({ workspace, search, onClear }: ContactListProps): ReactNode {
  const filter = { workspace, search, status: 'unsubscribed', left: true } as const;
  const own = useList(ContactsDocument, { ...filter, decidedBy: 'person' }, ({ contacts }) => contacts);
  const ownEnded = own.rows !== undefined && !own.hasMore;
  const others = useList(ContactsDocument, { ...filter, decidedBy: 'caller' }, ({ contacts }) => contacts, {
    enabled: ownEnded,
  });
  const hasOthers = others.rows === undefined || others.rows.length > 0 || others.hasMore || others.fault !== null;
  if (ownEnded && own.rows.length === 0 && !hasOthers) return <Nobody isFiltered onClear={onClear} />;
  return (
    <>
      <h2 className="part">{text.leftThemselves}</h2>
      <p className="hint">{text.leftThemselvesHint}</p>
      <Rows
        label={text.leftThemselves}
        listing={latestFirst(own)}
        columns={columnsOfLeft}
        {...rowsOf(workspace)}
        empty={<p className="hint">{text.nobodyThemselves}</p>}
      />
      {ownEnded && hasOthers && (
        <>
          <h2 className="part">{text.leftByCaller}</h2>
          <Rows
            label={text.leftByCaller}
            listing={latestFirst(others)}
            columns={columnsOfLeft}
            {...rowsOf(workspace)}
            empty={null}
          />
        </>
      )}
    </>
  );
}

/** Those who left last first, once all are there: the service lists contacts by their creation. */
function latestFirst(listing: Listing<Row>): Listing<Row> {
  const { rows, hasMore } = listing;
  if (rows === undefined || hasMore) return listing;
  const leftAt = ({ marketing }: Row) => Date.parse(marketing?.at ?? '') || 0;
  return { ...listing, rows: rows.toSorted((one, other) => leftAt(other) - leftAt(one)) };
}

function rowsOf(workspace: string) {
  return {
    keyOf: ({ id }: Row) => id,
    linkOf: ({ id }: Row) => ({ to: '/people/$workspace/$contact', params: { workspace, contact: id } }) as const,
  };
}

interface NobodyProps extends Pick<ContactListProps, 'onClear'> {
  readonly isFiltered: boolean;
}

function Nobody({ isFiltered, onClear }: NobodyProps): ReactNode {
  if (!isFiltered) return <Empty icon={UsersRound} title={text.emptyTitle} hint={text.emptyHint} isShort />;
  return (
    <Empty icon={SearchX} title={text.noMatchTitle} hint={text.noMatchHint}>
      <Button onClick={onClear}>{words.common.clear}</Button>
    </Empty>
  );
}
