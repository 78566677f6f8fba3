/** The event types of a platform. */
import { getRouteApi } from '@tanstack/react-router';
import { Boxes, Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EventTypesDocument, type EventTypesQuery } from '../api/operations.ts';
import { useList } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { useOpen } from '../parts/dialogs/act-dialog.ts';
import { EventTypeForm } from '../parts/events/event-type-form.tsx';
import { FilterText } from '../parts/forms/filter-text.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/shell/event-types');
const text = words.eventTypes;

type Row = NonNullable<EventTypesQuery['eventTypes']>['nodes'][number];

export const eventTypeColumns: readonly Column<Row>[] = [
  { title: text.name, width: 'minmax(0, 1.4fr)', narrow: 'first', cell: ({ name }) => <code>{name}</code> },
  {
    title: text.fields,
    width: 'minmax(0, 2fr)',
    cell: ({ fields }) => <span className="cut">{fields.map(({ name }) => name).join(', ') || words.common.none}</span>,
  },
  {
    title: words.common.updatedAt,
    width: '7.5rem',
    align: 'end',
    cell: ({ updatedAt }) => <When at={updatedAt} />,
  },
];

export function EventTypesPage(): ReactNode {
  const { search } = route.useSearch();
  const navigate = route.useNavigate();
  const listing = useList(EventTypesDocument, { search: search ?? null }, ({ eventTypes }) => eventTypes);
  const find = (typed: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, search: typed }), replace: true });
  const creating = useOpen();
  const create = useScopes().allowWide('manage') && (
    <Button kind="primary" icon={Plus} onClick={creating.show}>
      {text.create}
    </Button>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      <search className="filters" aria-label={words.common.filters}>
        <FilterText label={text.search} placeholder={text.search} value={search} onSettle={find} />
      </search>
      <Rows
        label={text.title}
        listing={listing}
        columns={eventTypeColumns}
        keyOf={({ id }) => id}
        linkOf={({ name }) => ({ to: '/event-types/$name', params: { name } })}
        empty={
          search ? (
            <Empty icon={SearchX} title={words.templates.noMatchTitle} hint={words.templates.noMatchHint} />
          ) : (
            <Empty icon={Boxes} title={text.emptyTitle} hint={text.emptyHint} />
          )
        }
      />
      {creating.open && <EventTypeForm onClose={creating.hide} />}
    </Page>
  );
}
