/** The filters behind the button “More filters”. */
import type { ReactNode } from 'react';
import { EventTypesDocument, VersionNumbersDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Filter, type Option, optionsOf, withOwn } from '../forms/field.tsx';
import { FilterText } from '../forms/filter-text.tsx';
import { type ListedProps, orderOf } from './message-search.ts';

const text = words.messages;

interface FurtherFiltersProps extends Pick<ListedProps, 'search' | 'set'> {
  /** Emits have no state: what is of messages alone is left out. */
  readonly ofEmits: boolean;
}

export function FurtherFilters({ search, set, ofEmits }: FurtherFiltersProps): ReactNode {
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
      <FilterText
        label={text.key}
        placeholder={text.keyHint}
        meaning={text.keyMeans}
        value={search.key}
        onSettle={(key) => set({ key })}
      />
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
