/** Who changed what, and when: the changes by the operator and with API keys. */
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router';
import { ScrollText, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { AuditLogDocument, type AuditLogQuery, KeysDocument, PlatformsDocument } from '../api/operations.ts';
import { useAsk, useList, usePlatform } from '../api/use-ask.ts';
import { useObjectNames } from '../api/use-object-names.ts';
import { useScopes } from '../api/use-scopes.ts';
import { isId, placeOf } from '../parts/audit/object-place.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy.tsx';
import { Filter, optionsOf, withOwn } from '../parts/forms/field.tsx';
import { FilterText } from '../parts/forms/filter-text.tsx';
import { TimeRangeFilter } from '../parts/forms/time-range-filter.tsx';
import { timeOf } from '../parts/messages/message-search.ts';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { At } from '../parts/when.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/shell/audit-log');
const text = words.audit;

/** Values of the filter beside the ids of keys. */
const byOperator = 'operator';
const byKeys = 'keys';

const filterNames = ['operation', 'object', 'by', 'from', 'until'] as const;
type FilterName = (typeof filterNames)[number];
const noFilters = Object.fromEntries(filterNames.map((name) => [name, undefined])) as Readonly<
  Record<FilterName, undefined>
>;

const operations = optionsOf(text.operations).toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));

/** A service of a later version may record what these words lack. */
function wordsOf(known: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(known, name) ? (known[name] ?? name) : name;
}

type Entry = NonNullable<AuditLogQuery['auditLog']>['nodes'][number];

/** An entry with the names of what it has by id; null where there is none any more. */
interface Row extends Entry {
  readonly objectName: string | null;
  readonly platformName: string | null;
  /** Null where it has no page, and among the changes of all platforms. */
  readonly place: LinkProps | null;
}

const columns: readonly Column<Row>[] = [
  {
    title: text.operation,
    width: 'minmax(0, 1.3fr)',
    narrow: 'first',
    cell: ({ operation, error }) => (
      <>
        <span className="cut" title={operation}>
          {wordsOf(text.operations, operation)}
        </span>
        {error && <Badge tone="bad">{text.failed(error)}</Badge>}
      </>
    ),
  },
  {
    title: text.object,
    width: 'minmax(0, 2fr)',
    cell: ({ objectType, objectId, objectName, place }) => (
      <>
        <span className="whole">{wordsOf(text.objectTypes, objectType)}</span>
        {objectId && (
          <>
            <span className="cut" title={objectName === null ? objectId : `${objectName} ${objectId}`}>
              <ObjectName id={objectId} name={objectName} place={place} />
            </span>
            <CopyButton text={objectId} what={text.object} />
          </>
        )}
      </>
    ),
  },
  {
    title: text.by,
    width: 'minmax(0, 1fr)',
    cell: ({ apiKey, apiKeyId }) =>
      apiKeyId === null ? <Badge tone="info">{text.operator}</Badge> : (apiKey?.name ?? <em>{text.removedKey}</em>),
  },
  {
    title: text.request,
    width: '6rem',
    narrow: 'hidden',
    cell: ({ requestId }) => (
      <>
        <code title={requestId}>{`…${requestId.slice(-5)}`}</code>
        <CopyButton text={requestId} what={words.faults.requestId} />
      </>
    ),
  },
  { title: text.at, width: '9.5rem', align: 'end', cell: ({ createdAt }) => <At at={createdAt} /> },
];

interface ObjectNameProps {
  readonly id: string;
  readonly name: string | null;
  readonly place: LinkProps | null;
}

function ObjectName({ id, name, place }: ObjectNameProps): ReactNode {
  const shown = name ?? (isId(id) ? <code>{id}</code> : id);
  return place === null ? shown : <Link {...place}>{shown}</Link>;
}

const ofPlatform: Column<Row> = {
  title: text.platform,
  width: 'minmax(0, 1fr)',
  narrow: 'hidden',
  cell: ({ platformId, platformName }) =>
    platformId &&
    (platformName === null ? (
      <code title={platformId}>{platformId}</code>
    ) : (
      <span className="cut" title={platformId}>
        {platformName}
      </span>
    )),
};

export function AuditLogPage(): ReactNode {
  const { isOperator } = useScopes();
  const platform = usePlatform();
  const { operation, object, by, from, until } = route.useSearch();
  const navigate = route.useNavigate();
  const isEvery = isOperator && platform === null;
  const keys = useAsk(KeysDocument, {}, { enabled: !isEvery });
  const filter = {
    operation: operation ?? null,
    object: object ?? null,
    from: timeOf(from),
    until: timeOf(until),
    ...filterBy(by),
  };
  const isFiltered = [operation, object, by, from, until].some((value) => value !== undefined);
  const { rows: entries, ...listed } = useList(AuditLogDocument, { filter }, ({ auditLog }) => auditLog, {
    live: true,
  });
  const objectName = useObjectNames(
    entries?.flatMap(({ objectId }) => (isId(objectId) ? [objectId] : [])) ?? [],
    !isEvery,
  );
  const platforms = useAsk(PlatformsDocument, { orderBy: 'newest_first' }, { enabled: isEvery });
  const platformName = (id: string | null) => platforms.data?.platforms?.nodes.find((each) => each.id === id)?.name;
  const rows = entries?.map((entry): Row => {
    const { objectId, platformId } = entry;
    const name = objectId === null ? null : (objectName(objectId) ?? null);
    return {
      ...entry,
      objectName: name,
      platformName: platformName(platformId) ?? null,
      place: isEvery ? null : placeOf({ ...entry, objectName: name }),
    };
  });
  const set = (change: Partial<Record<FilterName, string | undefined>>) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const named = (keys.data?.apiKeys?.nodes ?? []).map(({ id, name }) => [id, name] as const);
  return (
    <Page
      title={text.title}
      intro={isOperator && !isEvery ? text.onlyPlatform : text.intro}
      actions={
        isOperator &&
        !isEvery && (
          <Link className="button" to="/audit-log" search={{ platform: undefined, workspace: undefined }}>
            {text.everyPlatform}
          </Link>
        )
      }
    >
      <search className="filters" aria-label={words.common.filters}>
        <Filter
          label={text.operation}
          value={operation}
          options={withOwn(operations, operation)}
          onPick={(name) => set({ operation: name })}
        />
        <TimeRangeFilter from={from} until={until} onPick={set} />
        <FilterText
          label={text.object}
          placeholder={text.objectHint}
          value={object}
          onSettle={(name) => set({ object: name })}
        />
        <Filter
          label={text.by}
          value={by}
          options={[[byOperator, text.operator], [byKeys, text.keys], ...named]}
          onPick={(picked) => set({ by: picked })}
        />
      </search>
      <Rows
        label={text.title}
        listing={{ ...listed, rows }}
        columns={isEvery ? [...columns.slice(0, 2), ofPlatform, ...columns.slice(2)] : columns}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <Empty icon={SearchX} title={text.noMatchTitle} hint={text.noMatchHint}>
              <Button onClick={() => set(noFilters)}>{words.common.clear}</Button>
            </Empty>
          ) : (
            <Empty icon={ScrollText} title={text.emptyTitle} hint={text.emptyHint} />
          )
        }
      />
    </Page>
  );
}

function filterBy(by: string | undefined) {
  if (by === byOperator) return { byOperator: true };
  if (by === byKeys) return { byOperator: false };
  return by === undefined ? {} : { apiKey: by };
}
