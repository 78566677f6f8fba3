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
import { Filter, optionsOf, TextField } from '../parts/forms/field.tsx';
import { FilterText } from '../parts/forms/filter-text.tsx';
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
  type Change = Partial<Record<'search' | 'status', string | undefined>>;
  const set = (change: Change) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  return (
    <Page title={text.title} intro={text.intro} actions={<LookUp />}>
      <nav className="tabs" aria-label={text.views}>
        <Link
          to="."
          search={(now) => ({ ...now, view: undefined })}
          activeOptions={exactly}
          aria-current={isSuppressed ? undefined : 'page'}
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
      </nav>
      <InWorkspace>
        {(workspace, picker) => (
          <>
            <search className="filters" aria-label={words.common.filters}>
              {picker}
              {!isSuppressed && (
                <Filter
                  label={text.status}
                  value={status}
                  options={optionsOf(words.contactStatuses)}
                  onPick={(picked) => set({ status: picked })}
                />
              )}
              <FilterText
                label={text.search}
                placeholder={text.searchHint}
                value={search}
                onSettle={(part) => set({ search: part })}
              />
              {isSuppressed && (
                <span className="filters-rest">
                  <SuppressButton workspace={workspace} />
                </span>
              )}
            </search>
            {isSuppressed ? (
              <>
                <SuppressionList workspace={workspace} search={search} />
                <LiftList workspace={workspace} />
              </>
            ) : (
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
