/** Emits of the last 7 days that were refused: they have no event and no message. */
import { Link } from '@tanstack/react-router';
import { SearchX, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { RefusedEmitsDocument } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { FilterText } from '../forms/filter-text.tsx';
import { TimeRangeFilter } from '../forms/time-range-filter.tsx';
import { type ListedProps, noFilters, timeOf } from '../messages/message-search.ts';
import { useKeyNames } from '../platforms/use-key-names.ts';
import { Rows } from '../rows.tsx';
import { Empty } from '../states.tsx';
import { refusedColumns, refusedKey } from './refused-columns.tsx';

const text = words.messages;

export function RefusedList({ workspace, picker, search, set }: ListedProps): ReactNode {
  const nameOf = useKeyNames();
  const { allow, allowWide } = useScopes();
  const recipient = allow('people') ? (search.recipient ?? null) : null;
  const filter = {
    workspace,
    recipient,
    idempotencyKeyStart: search.key ?? null,
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
        {allow('people') && (
          <FilterText
            label={text.recipient}
            placeholder={text.recipientHint}
            value={search.recipient}
            onSettle={(to) => set({ recipient: to })}
          />
        )}
        <FilterText label={text.key} placeholder={text.key} value={search.key} onSettle={(key) => set({ key })} />
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
      {/* The rows have no address: only whoever looked for one knows whose they are. */}
      {recipient !== null && allowWide('people') && (
        <p className="hint">
          {`${text.refusedTo} `}
          <Link to="/people/address" search={{ email: recipient }}>
            {recipient}
          </Link>
        </p>
      )}
      <Rows
        label={text.refused}
        listing={listing}
        columns={refusedColumns(nameOf, workspace !== null)}
        keyOf={refusedKey}
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
