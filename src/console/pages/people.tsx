/** One address in all workspaces, who left, and the contacts and suppressed addresses of a workspace. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { UserSearch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { ContactList } from '../parts/contacts/contact-list.tsx';
import { LeaverList } from '../parts/contacts/leaver-list.tsx';
import { LiftList, SuppressButton, SuppressionList } from '../parts/contacts/suppression-list.tsx';
import { ExportButton } from '../parts/exports/export-dialog.tsx';
import { Filter, optionsOf } from '../parts/forms/field.tsx';
import { FilterText } from '../parts/forms/filter-text.tsx';
import { ImportButton } from '../parts/imports/import-dialog.tsx';
import { ImportList } from '../parts/imports/import-list.tsx';
import { Page } from '../parts/page.tsx';
import { InAnyWorkspace, InWorkspace } from '../parts/workspaces/workspace-picker.tsx';
import { exactly, oneOf } from '../search.ts';
import { words } from '../words.ts';

const route = getRouteApi('/shell/people');
const text = words.people;

const views = {
  contacts: text.contacts,
  left: text.left,
  suppressed: text.suppressedTab,
  imports: words.imports.title,
} as const;
type View = keyof typeof views;

export function PeoplePage(): ReactNode {
  const { search, status, view } = route.useSearch();
  const navigate = route.useNavigate();
  const { allowWide } = useScopes();
  const shown: View = status === 'unsubscribed' ? 'left' : (oneOf(views, view) ?? 'contacts');
  type Change = Partial<Record<'search' | 'status' | 'view', string | undefined>>;
  const set = (change: Change) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const filter = (
    <FilterText
      label={text.search}
      placeholder={text.searchHint}
      value={search}
      onSettle={(part) => set({ search: part })}
    />
  );
  return (
    <Page title={text.title} intro={text.intro}>
      {allowWide('people') && <LookUp />}
      <Tabs shown={shown} />
      {shown === 'left' && <LeftOf filter={filter} search={search ?? null} onClear={() => set(cleared)} />}
      {shown !== 'left' && (
        <InWorkspace>
          {(workspace, picker) => (
            <>
              <search className="filters" aria-label={words.common.filters}>
                {picker}
                {shown === 'contacts' && (
                  <Filter
                    label={text.status}
                    value={status}
                    options={optionsOf(words.contactStatuses)}
                    onPick={(picked) => set({ status: picked })}
                  />
                )}
                {shown !== 'imports' && filter}
                <span className="filters-rest">
                  <ExportButton workspace={workspace} kind={shown === 'suppressed' ? 'suppressions' : 'contacts'} />
                  {shown === 'suppressed' && <SuppressButton workspace={workspace} />}
                  {shown === 'imports' && <ImportButton workspace={workspace} />}
                </span>
              </search>
              {shown === 'imports' && <ImportList workspace={workspace} />}
              {shown === 'suppressed' && (
                <>
                  <SuppressionList workspace={workspace} search={search} onClear={() => set({ search: undefined })} />
                  <LiftList workspace={workspace} />
                </>
              )}
              {shown === 'contacts' && (
                <ContactList
                  workspace={workspace}
                  search={search ?? null}
                  status={oneOf(words.contactStatuses, status) ?? null}
                  onClear={() => set(cleared)}
                />
              )}
            </>
          )}
        </InWorkspace>
      )}
    </Page>
  );
}

const cleared = { search: undefined, status: undefined };

function Tabs({ shown }: { readonly shown: View }): ReactNode {
  const all = Object.entries(views) as readonly (readonly [View, string])[];
  return (
    <nav className="tabs" aria-label={text.views}>
      {all.map(([view, title]) => (
        <Link
          key={view}
          to="."
          search={(now) => ({
            ...now,
            view: view === 'contacts' ? undefined : view,
            status: undefined,
            search: view === 'imports' ? undefined : now.search,
          })}
          activeOptions={exactly}
          aria-current={view === shown ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

interface LeftOfProps {
  readonly filter: ReactNode;
  readonly search: string | null;
  readonly onClear: () => void;
}

/** Who left: in all workspaces those who did it themselves, until one workspace is chosen. */
function LeftOf({ filter, search, onClear }: LeftOfProps): ReactNode {
  const { allowWide } = useScopes();
  const inPlace = (workspace: string | null, picker: ReactNode) => (
    <>
      <search className="filters" aria-label={words.common.filters}>
        {picker}
        {workspace !== null && filter}
      </search>
      {workspace === null ? (
        <LeaverList />
      ) : (
        <ContactList workspace={workspace} search={search} status="unsubscribed" onClear={onClear} />
      )}
    </>
  );
  if (!allowWide('people')) return <InWorkspace>{inPlace}</InWorkspace>;
  return <InAnyWorkspace>{inPlace}</InAnyWorkspace>;
}

/** Asks for an address and opens its page, for keys that see all workspaces. */
function LookUp(): ReactNode {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  return (
    <search aria-label={text.lookUp}>
      <form
        className="look-up"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/people/address', search: { email: email.trim() } });
        }}
      >
        <label className="filter filter-text">
          <UserSearch size={15} aria-hidden />
          <span className="unseen">{text.lookUp}</span>
          <input
            type="search"
            required
            placeholder={text.lookUpHint}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </label>
        <Button type="submit">{text.lookUpSubmit}</Button>
      </form>
    </search>
  );
}
