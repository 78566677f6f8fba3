/** The workspaces of a platform, newest first. */
import { Building2, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { WorkspaceCreateDocument, WorkspacesDocument, type WorkspacesQuery } from '../api/operations.ts';
import { useList } from '../api/use-ask.ts';
import { useOpen, useTold } from '../parts/act-dialog.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { errorFor, TextField } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { healthTones, sendingTones } from '../parts/tones.ts';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.workspaces;

type Row = NonNullable<WorkspacesQuery['workspaces']>['nodes'][number];

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
    width: 'minmax(8rem, 1fr)',
    cell: ({ health }) => <Badge tone={healthTones[health.state]}>{words.healthStates[health.state]}</Badge>,
  },
  {
    title: text.sending,
    width: 'minmax(8rem, 1fr)',
    cell: ({ status, sending }) =>
      status === 'suspended' ? (
        <Badge tone="bad">{text.suspended}</Badge>
      ) : (
        <Badge tone={sendingTones[sending.state]}>{words.sendingStates[sending.state]}</Badge>
      ),
  },
  {
    title: words.common.createdAt,
    width: '7.5rem',
    align: 'end',
    cell: ({ createdAt }) => createdAt && <When at={createdAt} />,
  },
];

export function WorkspacesPage(): ReactNode {
  const listing = useList(WorkspacesDocument, {}, ({ workspaces }) => workspaces);
  const creating = useOpen();
  const create = (
    <Button kind="primary" icon={Plus} onClick={creating.show}>
      {text.create}
    </Button>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      <Rows
        label={text.title}
        listing={listing}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/workspaces/$id', params: { id } })}
        empty={<Empty icon={Building2} title={text.emptyTitle} hint={text.emptyHint} />}
      />
      {creating.open && <CreateWorkspace onClose={creating.hide} />}
    </Page>
  );
}

function CreateWorkspace({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [input, setInput] = useState({ name: '', reference: '', locale: '', timezone: '' });
  const act = useTold(WorkspaceCreateDocument, { done: text.created, after: onClose });
  const field = (name: keyof typeof input) => ({
    value: input[name],
    error:
      errorFor(act.fault, name) ??
      (name === 'reference' && act.fault?.code === 'reference_taken' ? act.fault.message : null),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setInput((now) => ({ ...now, [name]: target.value })),
  });
  const { name, reference, locale, timezone } = input;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.create}
      intro={text.createIntro}
      submit={words.common.create}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ input: { name, reference, locale: locale || null, timezone: timezone || null } })}
    >
      <TextField label={text.name} required {...field('name')} />
      <TextField label={text.reference} hint={text.referenceHint} required {...field('reference')} />
      <div className="pair">
        <TextField label={text.locale} placeholder="en" {...field('locale')} />
        <TextField label={text.timezone} placeholder="Europe/Lisbon" {...field('timezone')} />
      </div>
    </FormDialog>
  );
}
