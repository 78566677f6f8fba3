/** For the operator: the platforms, and a new one. */
import { getRouteApi } from '@tanstack/react-router';
import { AtSign, Plus, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PlatformsDocument } from '../api/operations.ts';
import { useList } from '../api/use-ask.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { useOpen } from '../parts/dialogs/act-dialog.ts';
import { Filter, optionsOf } from '../parts/forms/field.tsx';
import { FilterText } from '../parts/forms/filter-text.tsx';
import { Page } from '../parts/page.tsx';
import {
  CreatePlatform,
  type PlatformRow,
  RenamePlatform,
  SuspendPlatform,
} from '../parts/platforms/platform-dialogs.tsx';
import { PlatformMenu } from '../parts/platforms/platform-menu.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { ShownSecret } from '../parts/webhooks/shown-secret.tsx';
import { When } from '../parts/when.tsx';
import { oneOf } from '../search.ts';
import { words } from '../words.ts';

const route = getRouteApi('/shell/platforms');
const text = words.platforms;

const columns: readonly Column<PlatformRow>[] = [
  {
    title: text.name,
    width: 'minmax(0, 2fr)',
    narrow: 'first',
    cell: ({ id, name }) => (
      <span className="two">
        <span>{name}</span>
        <code>{id}</code>
      </span>
    ),
  },
  {
    title: text.state,
    width: 'minmax(7rem, 0.8fr)',
    cell: ({ suspendedAt }) => (
      <>
        <Badge tone={suspendedAt ? 'bad' : 'good'}>{suspendedAt ? text.suspended : text.active}</Badge>
        {suspendedAt && <When at={suspendedAt} />}
      </>
    ),
  },
  {
    title: words.keys.requestLimit,
    width: 'minmax(0, 1fr)',
    narrow: 'hidden',
    cell: ({ requestLimit }) => requestLimit?.toLocaleString('en') ?? words.keys.byDeployment,
  },
  {
    title: words.keys.ceiling,
    width: 'minmax(0, 0.8fr)',
    narrow: 'hidden',
    cell: ({ workspaceCeiling }) => workspaceCeiling?.toLocaleString('en') ?? words.keys.unlimited,
  },
  { title: words.common.createdAt, width: '7.5rem', align: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
];

type Opened = { readonly act: 'rename' | 'suspend'; readonly platform: PlatformRow };

export function PlatformsPage(): ReactNode {
  const { search, order } = route.useSearch();
  const navigate = route.useNavigate();
  const orderBy = oneOf(text.orders, order) ?? 'newest_first';
  const listing = useList(PlatformsDocument, { search: search ?? null, orderBy }, ({ platforms }) => platforms);
  const creating = useOpen();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const set = (change: Partial<Record<'search' | 'order', string | undefined>>) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const actions: Column<PlatformRow> = {
    title: words.common.actions,
    width: '3.5rem',
    align: 'end',
    cell: (platform) => <PlatformMenu platform={platform} onPick={(act) => setOpened({ act, platform })} />,
  };
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        <Button kind="primary" icon={Plus} onClick={creating.show}>
          {text.create}
        </Button>
      }
    >
      <search className="filters" aria-label={words.common.filters}>
        <FilterText
          label={text.search}
          placeholder={text.searchHint}
          value={search}
          onSettle={(part) => set({ search: part })}
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
        columns={[...columns, actions]}
        keyOf={({ id }) => id}
        // The workspace of another platform would be kept otherwise.
        linkOf={({ id }) => ({ to: '/workspaces', search: { platform: id, workspace: undefined } })}
        empty={
          search ? (
            <Empty icon={SearchX} title={text.noMatchTitle} hint={text.noMatchHint}>
              <Button onClick={() => set({ search: undefined })}>{words.common.clear}</Button>
            </Empty>
          ) : (
            <Empty icon={AtSign} title={text.emptyTitle} hint={text.emptyHint} />
          )
        }
      />
      {opened?.act === 'rename' && <RenamePlatform platform={opened.platform} onClose={() => setOpened(null)} />}
      {opened?.act === 'suspend' && <SuspendPlatform platform={opened.platform} onClose={() => setOpened(null)} />}
      {creating.open && <CreatePlatform onClose={creating.hide} onSecret={setSecret} />}
      <ShownSecret title={text.created} secret={secret} onClose={() => setSecret(null)} />
    </Page>
  );
}
