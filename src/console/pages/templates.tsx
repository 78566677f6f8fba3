/** The event types whose templates can be edited. */
import { LayoutTemplate } from 'lucide-react';
import type { ReactNode } from 'react';
import { EventTypesDocument } from '../api/operations.ts';
import { useList } from '../api/use-ask.ts';
import { Page } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { words } from '../words.ts';
import { eventTypeColumns } from './event-types.tsx';

const text = words.templates;

export function TemplatesPage(): ReactNode {
  const listing = useList(EventTypesDocument, {}, ({ eventTypes }) => eventTypes);
  return (
    <Page title={text.title} intro={text.intro}>
      <Rows
        label={text.title}
        listing={listing}
        columns={eventTypeColumns}
        keyOf={({ id }) => id}
        linkOf={({ name }) => ({ to: '/templates/$eventType', params: { eventType: name } })}
        empty={<Empty icon={LayoutTemplate} title={text.emptyTitle} hint={text.emptyHint} />}
      />
    </Page>
  );
}
