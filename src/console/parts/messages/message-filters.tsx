/** The filters above the list of messages, or of emits. */
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { FilterText } from '../forms/filter-text.tsx';
import { SeveralFilter } from '../forms/several-filter.tsx';
import { TimeRangeFilter } from '../forms/time-range-filter.tsx';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { furtherFilters, type MessageSearch, statesOf } from './message-search.ts';

const FurtherFilters = lazyPart(() => import('./further-filters.tsx').then((file) => file.FurtherFilters), {
  isSoon: true,
});

const text = words.messages;

interface MessageFiltersProps {
  readonly picker: ReactNode;
  readonly search: MessageSearch;
  readonly set: (change: MessageSearch) => void;
  /** Emits have no state: what is of messages alone is left out. */
  readonly ofEmits?: boolean;
  /** At the end of the line. */
  readonly children?: ReactNode;
}

export function MessageFilters({ picker, search, set, ofEmits = false, children }: MessageFiltersProps): ReactNode {
  const more = useId();
  const people = useScopes().allow('people');
  const setCount = furtherFilters.filter((name) => search[name]).length;
  const [isOpen, setOpen] = useState(setCount > 0);
  return (
    <search className="filters" aria-label={words.common.filters}>
      {picker}
      {!ofEmits && (
        <SeveralFilter
          label={text.state}
          labels={words.states}
          values={statesOf(search)}
          onPick={(states) => set({ state: states.join(',') || undefined })}
        />
      )}
      <TimeRangeFilter from={search.from} until={search.until} onPick={set} />
      {people && (
        <FilterText
          label={text.recipient}
          placeholder={text.recipientHint}
          value={search.recipient}
          onSettle={(recipient) => set({ recipient })}
        />
      )}
      <Button icon={SlidersHorizontal} aria-expanded={isOpen} aria-controls={more} onClick={() => setOpen(!isOpen)}>
        {setCount > 0 ? text.moreSet(setCount) : text.more}
      </Button>
      {children}
      <div className="filters further-filters" id={more} hidden={!isOpen}>
        {isOpen && <FurtherFilters search={search} set={set} ofEmits={ofEmits} />}
      </div>
    </search>
  );
}
