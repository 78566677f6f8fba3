/** The workspaces of a platform by health, and those that were deleted. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { Building2, Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { WorkspaceListDocument, type WorkspaceListQuery } from '../api/operations.ts';
import { useList } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { useOpen } from '../parts/dialogs/act-dialog.ts';
import { share, wholeNumber } from '../parts/figures/numbers.ts';
import { Filter, optionsOf } from '../parts/forms/field.tsx';
import { FilterText } from '../parts/forms/filter-text.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { healthTones } from '../parts/tones.ts';
import { When } from '../parts/when.tsx';
import { CreateWorkspace } from '../parts/workspaces/create-workspace.tsx';
import { DeletedWorkspaces } from '../parts/workspaces/deleted-workspaces.tsx';
import { SendingBadge } from '../parts/workspaces/sending-badge.tsx';
import { exactly, oneOf } from '../search.ts';
import { words } from '../words.ts';

const route = getRouteApi('/shell/workspaces');
const text = words.workspaces;

type Row = NonNullable<WorkspaceListQuery['workspaces']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: text.name,
    width: 'minmax(0, 2fr)',
    narrow: 'first',
    cell: ({ name, reference }) => (
      <span className="two">
        <span>{name}</span>
        {reference && <code>{reference}</code>}
      </span>
    ),
  },
  {
    title: text.health,
    width: 'minmax(10.25rem, 1fr)',
    cell: ({ health }) => (
      <span className="two">
        <Badge tone={healthTones[health.state]}>{words.healthStates[health.state]}</Badge>
        {health.state === 'ramping' && <span className="hint">{words.workspace.rampingMeans}</span>}
      </span>
    ),
  },
  {
    title: text.sending,
    width: 'minmax(7rem, 0.8fr)',
    cell: (workspace) => <SendingBadge workspace={workspace} />,
  },
  {
    title: text.bounces,
    width: '7rem',
    narrow: 'hidden',
    align: 'end',
    cell: ({ health: { window } }) => share(window.bounceShare),
  },
  {
    title: text.complaints,
    width: '6rem',
    narrow: 'hidden',
    align: 'end',
    cell: ({ health: { window } }) => share(window.complaintShare),
  },
  {
    title: text.today,
    width: '7.5rem',
    narrow: 'hidden',
    align: 'end',
    cell: ({ health: { today } }) =>
      today.cap === null ? wholeNumber(today.sent) : text.ofCap(wholeNumber(today.sent), wholeNumber(today.cap)),
  },
];

/** The last column says what the list is ordered by. */
const created: Column<Row> = {
  title: words.common.createdAt,
  width: '7.5rem',
  align: 'end',
  cell: ({ createdAt }) => createdAt && <When at={createdAt} />,
};

const lastEmit: Column<Row> = {
  title: text.lastEmit,
  width: '7.5rem',
  align: 'end',
  cell: ({ lastEmitAt }) => (lastEmitAt ? <When at={lastEmitAt} /> : text.noEmit),
};

const unset = { search: undefined, health: undefined, status: undefined, order: undefined } as const;

export function WorkspacesPage(): ReactNode {
  const isDeleted = route.useSearch().view === 'deleted';
  const { allowWide } = useScopes();
  const creating = useOpen();
  const create = allowWide('manage') && (
    <Button kind="primary" icon={Plus} onClick={creating.show}>
      {text.create}
    </Button>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      {allowWide('read') && (
        <nav className="tabs" aria-label={text.views}>
          <Link
            to="."
            search={(now) => ({ ...now, view: undefined })}
            activeOptions={exactly}
            aria-current={isDeleted ? undefined : 'page'}
          >
            {text.live}
          </Link>
          <Link
            to="."
            search={(now) => ({ ...now, ...unset, view: 'deleted' })}
            activeOptions={exactly}
            aria-current={isDeleted ? 'page' : undefined}
          >
            {text.deleted}
          </Link>
        </nav>
      )}
      {isDeleted ? <DeletedWorkspaces /> : <Live />}
      {creating.open && <CreateWorkspace onClose={creating.hide} />}
    </Page>
  );
}

function Live(): ReactNode {
  const { search, health, status, order } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = {
    search: search ?? null,
    health: oneOf(words.healthStates, health) ?? null,
    status: oneOf(text.statuses, status) ?? null,
  };
  const orderBy = oneOf(text.orders, order) ?? 'newest_first';
  const listing = useList(WorkspaceListDocument, { ...filter, orderBy }, ({ workspaces }) => workspaces);
  const set = (change: Partial<Record<keyof typeof unset, string | undefined>>) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const isFiltered = Object.values(filter).some((value) => value !== null);
  return (
    <>
      <search className="filters" aria-label={words.common.filters}>
        <FilterText
          label={text.search}
          placeholder={text.search}
          value={search}
          onSettle={(part) => set({ search: part })}
        />
        <Filter
          label={text.health}
          value={filter.health ?? undefined}
          options={optionsOf(words.healthStates)}
          onPick={(picked) => set({ health: picked })}
        />
        <Filter
          label={text.status}
          value={filter.status ?? undefined}
          options={optionsOf(text.statuses)}
          onPick={(picked) => set({ status: picked })}
        />
        <Filter
          label={text.order}
          value={orderBy}
          required
          options={optionsOf(text.orders)}
          onPick={(picked) => set({ order: picked === 'newest_first' ? undefined : picked })}
        />
      </search>
      <Rows
        label={text.title}
        listing={listing}
        columns={[...columns, orderBy.includes('emit') ? lastEmit : created]}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/workspaces/$id', params: { id } })}
        empty={
          isFiltered ? (
            <Empty icon={SearchX} title={text.noMatchTitle} hint={text.noMatchHint}>
              <Button onClick={() => set(unset)}>{words.common.clear}</Button>
            </Empty>
          ) : (
            <Empty icon={Building2} title={text.emptyTitle} hint={text.emptyHint} />
          )
        }
      />
    </>
  );
}
