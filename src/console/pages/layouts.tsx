/** The layouts of the platform. */
import { useNavigate } from '@tanstack/react-router';
import { PanelsTopLeft, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LayoutsDocument, type LayoutsQuery } from '../api/operations.ts';
import { useList } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { useOpen } from '../parts/dialogs/act-dialog.ts';
import { FormDialog } from '../parts/dialogs/dialog.tsx';
import { TextField } from '../parts/forms/field.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.layouts;

type Row = NonNullable<LayoutsQuery['layouts']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  { title: text.name, width: 'minmax(0, 1fr)', narrow: 'first', cell: ({ name }) => <code>{name}</code> },
  { title: text.usedBy, width: '10rem', cell: ({ uses }) => text.uses(uses) },
  {
    title: text.saved,
    width: '11.5rem',
    align: 'end',
    cell: ({ version, updatedAt }) => (
      <span>
        {text.version(version)} · <When at={updatedAt} />
      </span>
    ),
  },
];

export function LayoutsPage(): ReactNode {
  const listing = useList(LayoutsDocument, {}, ({ layouts }) => layouts);
  const creating = useOpen();
  const mayManage = useScopes().allowWide('manage');
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        mayManage && (
          <Button kind="primary" icon={Plus} onClick={creating.show}>
            {text.create}
          </Button>
        )
      }
    >
      <Rows
        label={text.title}
        listing={listing}
        columns={columns}
        keyOf={({ name }) => name}
        linkOf={({ name }) => ({ to: '/layouts/$layout', params: { layout: name } })}
        empty={<Empty icon={PanelsTopLeft} title={text.emptyTitle} hint={text.emptyHint} isShort />}
      />
      {creating.open && <CreateLayout onClose={creating.hide} />}
    </Page>
  );
}

/** The layout is written on its own page; nothing is saved before. */
function CreateLayout({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState('default');
  const navigate = useNavigate();
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.create}
      submit={words.common.create}
      busy={false}
      fault={null}
      onSubmit={() => void navigate({ to: '/layouts/$layout', params: { layout: name.trim() } })}
    >
      <TextField
        label={text.name}
        hint={text.nameHint}
        required
        pattern="[a-z0-9][a-z0-9_\-]*"
        maxLength={64}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
