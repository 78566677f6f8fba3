/** Whose mail servers take no mail now, for the question whether it is us or them (docs/rules.md#refusing-domains). */
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { RefusingDomainsDocument, type RefusingDomainsQuery } from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { usualViews } from '../parts/messages/usual-views.ts';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { InWords, When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.mailServers;

type Row = NonNullable<RefusingDomainsQuery['refusingDomains']>['domains'][number];

const columns: readonly Column<Row>[] = [
  { title: text.domain, width: 'minmax(0, 1fr)', narrow: 'first', cell: ({ domain }) => domain },
  {
    title: text.waiting,
    width: 'minmax(0, 12rem)',
    cell: ({ waiting, waitingOtherwise, workspaces }) => (
      <span className="two">
        <span>{text.mails(waiting, workspaces)}</span>
        {/* The list of its mail has these, too. */}
        {waitingOtherwise > 0 && <span className="hint">{text.otherwise(waitingOtherwise)}</span>}
      </span>
    ),
  },
  { title: text.since, width: '7.5rem', isNamed: true, cell: ({ since }) => <When at={since} /> },
  {
    title: text.said,
    width: 'minmax(0, 2.4fr)',
    cell: ({ reply, exchanger }) => (
      // Whole: it is what the reader passes on.
      <span className="wraps" title={exchanger ?? undefined}>
        {reply ?? <em>{text.notReached}</em>}
      </span>
    ),
  },
  {
    title: text.nextTry,
    width: '8.5rem',
    align: 'end',
    isNamed: true,
    cell: ({ nextAttemptAt }) => <InWords at={nextAttemptAt} />,
  },
];

export function MailServersPage(): ReactNode {
  const { data, fault, retry } = useAsk(RefusingDomainsDocument, {}, { every: 15 * liveEvery });
  const found = data?.refusingDomains;
  const listing = { rows: found?.domains, fault, hasMore: false, isFetchingMore: false, retry, more: () => undefined };
  return (
    <Page title={text.title} intro={text.intro}>
      {found?.capped && <p className="hint">{text.capped}</p>}
      <Rows
        label={text.title}
        listing={listing}
        columns={columns}
        keyOf={({ domain }) => domain}
        linkOf={({ domain }) => ({ to: '/messages', search: { domain, state: 'queued', all: 'yes' } })}
        empty={
          <Empty icon={MailCheck} title={text.emptyTitle} hint={text.emptyHint}>
            <Link className="button" to="/messages" search={{ all: 'yes', ...usualViews.waiting }}>
              {text.toWaiting}
            </Link>
          </Empty>
        }
      />
    </Page>
  );
}
