/** The lines of the menu of views (view-menu.tsx): some that everybody needs, and those that this reader saved. */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { usePlatform } from '../../api/use-ask.ts';
import { useViewer } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { useOpen } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { TextField } from '../forms/field.tsx';
import type { Opened } from '../menus/on-demand.tsx';
import { OpenedMenu } from '../menus/opened-menu.tsx';
import { type MessageSearch, noFilters } from './message-search.ts';
import { deleteView, type SavedView, saveView, useSavedViews, viewNameMax } from './saved-views.ts';
import { usualViews } from './usual-views.ts';

const text = words.messages;

/** What a support person looks for first. */
const usual: readonly SavedView[] = [
  { name: text.usualViews.all, search: usualViews.all },
  { name: text.usualViews.trouble, search: usualViews.trouble },
  { name: text.usualViews.waiting, search: usualViews.waiting },
];

interface ViewChoicesProps extends Opened {
  readonly search: MessageSearch;
}

export function ViewChoices({ search, ...opened }: ViewChoicesProps): ReactNode {
  const { workspace } = useSearch({ strict: false }) as { readonly workspace?: string };
  const own = useViewer()?.key?.platform.id;
  const platform = usePlatform() ?? own ?? '';
  const views = useSavedViews(platform);
  const navigate = useNavigate();
  const saving = useOpen();
  const [name, setName] = useState('');
  const show = (view: SavedView) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...noFilters, all: undefined, ...view.search }) });
  const save = () => {
    // A view of all workspaces shows them all also where the page shows one.
    const all = workspace === undefined || search.all ? 'yes' : undefined;
    saveView(platform, name.trim(), { ...search, all, workspace: all ? undefined : workspace });
    setName('');
    saving.hide();
  };
  return (
    <>
      <OpenedMenu {...opened} align="end">
        {[...usual, ...views].map((view) => (
          <DropdownMenu.Item key={view.name} onSelect={() => show(view)}>
            {view.name}
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={saving.show}>{text.saveView}</DropdownMenu.Item>
        {views.map((view) => (
          <DropdownMenu.Item key={view.name} className="danger" onSelect={() => deleteView(platform, view.name)}>
            {text.deleteView(view.name)}
          </DropdownMenu.Item>
        ))}
      </OpenedMenu>
      <FormDialog
        open={saving.open}
        onClose={saving.hide}
        title={text.saveView}
        intro={text.saveViewHint}
        submit={words.common.save}
        onSubmit={save}
      >
        <TextField
          label={text.viewName}
          required
          pattern=".*\S.*"
          maxLength={viewNameMax}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </FormDialog>
    </>
  );
}
