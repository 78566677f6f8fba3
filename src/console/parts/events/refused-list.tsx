/** Emits of the last 7 days that were refused: they have no event and no message. */
import { SearchX, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { RefusedEmitsDocument, type RefusedEmitsQuery } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy.tsx';
import { FilterText } from '../forms/filter-text.tsx';
import { TimeRangeFilter } from '../forms/time-range-filter.tsx';
import { type ListedProps, noFilters, timeOf } from '../messages/message-search.ts';
import { useKeyNames } from '../platforms/use-key-names.ts';
import { type Column, Rows } from '../rows.tsx';
import { Empty } from '../states.tsx';
import { At } from '../when.tsx';

const text = words.messages;

type Refused = NonNullable<RefusedEmitsQuery['refusedEmits']>['nodes'][number];

export function RefusedList({ workspace, picker, search, set }: ListedProps): ReactNode {
  const nameOf = useKeyNames();
  const filter = {
    workspace,
    eventType: search.type ?? null,
    requestId: search.request ?? null,
    from: timeOf(search.from),
    until: timeOf(search.until),
  };
  const listing = useList(RefusedEmitsDocument, { filter }, ({ refusedEmits }) => refusedEmits, { live: true });
  const isFiltered = Object.values({ ...filter, workspace: null }).some((value) => value !== null);
  return (
    <>
      <p className="hint">{text.refusedIntro}</p>
      <search className="filters" aria-label={words.common.filters}>
        {picker}
        <FilterText
          label={text.eventType}
          placeholder={text.eventType}
          value={search.type}
          onSettle={(type) => set({ type })}
        />
        <FilterText
          label={words.faults.requestId}
          placeholder={words.faults.requestId}
          value={search.request}
          onSettle={(request) => set({ request })}
        />
        <TimeRangeFilter from={search.from} until={search.until} onPick={set} />
      </search>
      <Rows
        label={text.refused}
        listing={listing}
        columns={columnsOf(nameOf)}
        keyOf={keyOf}
        empty={
          isFiltered ? (
            <Empty icon={SearchX} title={text.noRefusedMatchTitle} hint={text.noRefusedMatchHint}>
              <Button onClick={() => set(noFilters)}>{words.common.clear}</Button>
            </Empty>
          ) : (
            <Empty icon={ShieldCheck} title={text.noRefusedTitle} hint={text.noRefusedHint} />
          )
        }
      />
    </>
  );
}

const keyOf = ({ id }: Refused) => id;

function columnsOf(nameOf: (id: string) => string): readonly Column<Refused>[] {
  return [
    {
      title: text.error,
      width: 'minmax(0, 2.2fr)',
      narrow: 'first',
      cell: ({ code, fieldPaths, times }) => (
        <span className="two">
          <span>
            <a href={`/docs/errors#${code}`} target="_blank" rel="noopener">
              <code>{code}</code>
            </a>
            {times > 1 && <span className="tag">{text.times(times)}</span>}
          </span>
          {fieldPaths.length > 0 && <code title={fieldPaths.join(', ')}>{fieldPaths.join(', ')}</code>}
        </span>
      ),
    },
    {
      title: text.eventType,
      width: 'minmax(0, 1.4fr)',
      cell: ({ eventTypeName }) => eventTypeName && <code>{eventTypeName}</code>,
    },
    {
      title: words.common.workspace,
      width: 'minmax(0, 1.2fr)',
      cell: ({ workspace }) =>
        workspace && (
          <span className="cut" title={workspace.name}>
            {workspace.name}
          </span>
        ),
    },
    {
      title: text.byKey,
      width: 'minmax(0, 1fr)',
      narrow: 'hidden',
      cell: ({ apiKeyId }) => (apiKeyId === null ? words.audit.operator : nameOf(apiKeyId)),
    },
    {
      title: words.faults.requestId,
      width: '8rem',
      narrow: 'hidden',
      cell: ({ requestId }) => (
        <>
          <code title={requestId}>{`…${requestId.slice(-5)}`}</code>
          <CopyButton text={requestId} what={words.faults.requestId} />
        </>
      ),
    },
    // The caller's log is searched by the second.
    { title: text.refusedAt, width: '9.5rem', align: 'end', cell: ({ at }) => <At at={at} /> },
  ];
}
