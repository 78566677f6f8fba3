/** The contacts of a workspace, its suppressed addresses, and the way to one address in all workspaces. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { UserSearch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { ContactList } from '../parts/contacts/contact-list.tsx';
import { LiftList, SuppressButton, SuppressionList } from '../parts/contacts/suppression-list.tsx';
import { useOpen } from '../parts/dialogs/act-dialog.ts';
import { FormDialog } from '../parts/dialogs/dialog.tsx';
import { ExportButton } from '../parts/exports/export-dialog.tsx';
import { Filter, optionsOf, TextField } from '../parts/forms/field.tsx';
import { FilterText } from '../parts/forms/filter-text.tsx';
import { ImportButton } from '../parts/imports/import-dialog.tsx';
import { ImportList } from '../parts/imports/import-list.tsx';
import { Page } from '../parts/page.tsx';
import { InWorkspace } from '../parts/workspaces/workspace-picker.tsx';
import { exactly, oneOf } from '../search.ts';
import { words } from '../words.ts';

const route = getRouteApi('/shell/people');
const text = words.people;

export function PeoplePage(): ReactNode {
  const { search, status, view } = route.useSearch();
  const navigate = route.useNavigate();
  const isSuppressed = view === 'suppressed';
  const isImports = view === 'imports';
  type Change = Partial<Record<'search' | 'status', string | undefined>>;
  const set = (change: Change) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  return (
    <Page title={text.title} intro={text.intro} actions={<LookUp />}>
      <nav className="tabs" aria-label={text.views}>
        <Link
          to="."
          search={(now) => ({ ...now, view: undefined })}
          activeOptions={exactly}
          aria-current={isSuppressed || isImports ? undefined : 'page'}
        >
          {text.contacts}
        </Link>
        <Link
          to="."
          search={(now) => ({ ...now, view: 'suppressed', status: undefined })}
          activeOptions={exactly}
          aria-current={isSuppressed ? 'page' : undefined}
        >
          {text.suppressions}
        </Link>
        <Link
          to="."
          search={(now) => ({ ...now, view: 'imports', search: undefined, status: undefined })}
          activeOptions={exactly}
          aria-current={isImports ? 'page' : undefined}
        >
          {words.imports.title}
        </Link>
      </nav>
      <InWorkspace>
        {(workspace, picker) => (
          <>
            <search className="filters" aria-label={words.common.filters}>
              {picker}
              {!isSuppressed && !isImports && (
                <Filter
                  label={text.status}
                  value={status}
                  options={optionsOf(words.contactStatuses)}
                  onPick={(picked) => set({ status: picked })}
                />
              )}
              {!isImports && (
                <FilterText
                  label={text.search}
                  placeholder={text.searchHint}
                  value={search}
                  onSettle={(part) => set({ search: part })}
                />
              )}
              <span className="filters-rest">
                <ExportButton workspace={workspace} kind={isSuppressed ? 'suppressions' : 'contacts'} />
                {isSuppressed && <SuppressButton workspace={workspace} />}
                {isImports && <ImportButton workspace={workspace} />}
              </span>
            </search>
            {isImports && <ImportList workspace={workspace} />}
            {isSuppressed && (
              <>
                <SuppressionList workspace={workspace} search={search} onClear={() => set({ search: undefined })} />
                <LiftList workspace={workspace} />
              </>
            )}
            {!isSuppressed && !isImports && (
              <ContactList
                workspace={workspace}
                search={search ?? null}
                status={oneOf(words.contactStatuses, status) ?? null}
                onClear={() => set({ search: undefined, status: undefined })}
              />
            )}
          </>
        )}
      </InWorkspace>
    </Page>
  );
}

/** Asks for an address and opens its page, for keys that see all workspaces. */
function LookUp(): ReactNode {
  const { allowWide } = useScopes();
  const navigate = useNavigate();
  const asking = useOpen();
  const [email, setEmail] = useState('');
  if (!allowWide('people')) return null;
  return (
    <>
      <Button icon={UserSearch} onClick={asking.show}>
        {text.lookUp}
      </Button>
      <FormDialog
        open={asking.open}
        onClose={asking.hide}
        title={text.lookUp}
        intro={text.lookUpIntro}
        submit={text.lookUpSubmit}
        onSubmit={() => void navigate({ to: '/people/address', search: { email: email.trim() } })}
      >
        <TextField
          label={text.address}
          hint={text.lookUpHint}
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </FormDialog>
    </>
  );
}
