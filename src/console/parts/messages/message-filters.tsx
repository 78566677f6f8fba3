/** The filters above the list of messages, or of emits. */
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { EventTypesDocument, VersionNumbersDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { Filter, type Option, optionsOf, withOwn } from '../forms/field.tsx';
import { FilterText } from '../forms/filter-text.tsx';
import { SeveralFilter } from '../forms/several-filter.tsx';
import { TimeRangeFilter } from '../forms/time-range-filter.tsx';
import { furtherFilters, type MessageSearch, orderOf, statesOf } from './message-search.ts';

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
        {isOpen && <Further search={search} set={set} ofEmits={ofEmits} />}
      </div>
    </search>
  );
}

function Further({
  search,
  set,
  ofEmits,
}: Required<Pick<MessageFiltersProps, 'search' | 'set' | 'ofEmits'>>): ReactNode {
  const people = useScopes().allow('people');
  const { data } = useAsk(EventTypesDocument, {});
  const types = withOwn(
    data?.eventTypes?.nodes.map(({ name }): Option => [name, name]),
    search.type,
  );
  const { data: saved } = useAsk(
    VersionNumbersDocument,
    { eventType: search.type ?? '' },
    { enabled: search.type !== undefined && !ofEmits },
  );
  const versions = withOwn(
    saved?.templateVersions?.nodes.map(({ id, version }): Option => [id, String(version)]),
    search.version,
  );
  return (
    <>
      <Filter
        label={text.eventType}
        value={search.type}
        options={types}
        onPick={(type) => set({ type, version: undefined })}
      />
      {!ofEmits && (search.type || search.version) && (
        <Filter label={text.version} value={search.version} options={versions} onPick={(version) => set({ version })} />
      )}
      <FilterText label={text.key} placeholder={text.keyHint} value={search.key} onSettle={(key) => set({ key })} />
      {people && !ofEmits && (
        <FilterText
          label={text.domain}
          placeholder={text.domainHint}
          value={search.domain}
          onSettle={(domain) => set({ domain })}
        />
      )}
      <FilterText
        label={text.metadata}
        placeholder={text.metadataHint}
        value={search.metadata}
        onSettle={(metadata) => set({ metadata })}
      />
      {!ofEmits && (
        <>
          <Filter
            label={text.bounce}
            value={search.bounce}
            options={optionsOf(words.bounceKinds)}
            onPick={(bounce) => set({ bounce })}
          />
          <Filter
            label={text.reason}
            value={search.reason}
            options={optionsOf(words.failureReasons)}
            onPick={(reason) => set({ reason })}
          />
          <Filter
            label={text.simulated}
            value={search.simulated}
            options={optionsOf(text.simulatedChoices)}
            onPick={(simulated) => set({ simulated })}
          />
        </>
      )}
      <label className="filter" data-set={search.order ? true : undefined}>
        <span>{text.order}</span>
        <select
          value={orderOf(search)}
          onChange={({ target }) => set({ order: target.value === 'newest_first' ? undefined : target.value })}
        >
          {optionsOf(text.orders).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
