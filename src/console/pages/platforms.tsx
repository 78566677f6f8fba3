/** For the operator: the platforms, and a new one. */
import { AtSign, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PlatformCreateDocument, PlatformsDocument, type PlatformsQuery } from '../api/operations.ts';
import { useList } from '../api/use-ask.ts';
import { useOpen, useTold } from '../parts/act-dialog.ts';
import { Button } from '../parts/button.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { errorFor, TextField } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { ShownSecret } from '../parts/shown-secret.tsx';
import { Empty } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.platforms;

type Row = NonNullable<PlatformsQuery['platforms']>['nodes'][number];

const columns: readonly Column<Row>[] = [
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
    title: words.keys.requestLimit,
    width: 'minmax(0, 1fr)',
    narrow: 'hidden',
    cell: ({ requestLimit }) => requestLimit?.toLocaleString('en') ?? words.keys.byDeployment,
  },
  {
    title: words.keys.ceiling,
    width: 'minmax(0, 1fr)',
    narrow: 'hidden',
    cell: ({ workspaceCeiling }) => workspaceCeiling?.toLocaleString('en') ?? words.keys.unlimited,
  },
  { title: words.common.createdAt, width: '7.5rem', align: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
];

export function PlatformsPage(): ReactNode {
  const listing = useList(PlatformsDocument, {}, ({ platforms }) => platforms);
  const creating = useOpen();
  const [secret, setSecret] = useState<string | null>(null);
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
      <Rows
        label={text.title}
        listing={listing}
        columns={columns}
        keyOf={({ id }) => id}
        // The workspace of another platform would be kept otherwise.
        linkOf={({ id }) => ({ to: '/workspaces', search: { platform: id, workspace: undefined } })}
        empty={<Empty icon={AtSign} title={text.emptyTitle} hint={text.emptyHint} />}
      />
      {creating.open && <CreatePlatform onClose={creating.hide} onSecret={setSecret} />}
      <ShownSecret title={text.created} secret={secret} onClose={() => setSecret(null)} />
    </Page>
  );
}

interface CreatePlatformProps {
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

function CreatePlatform({ onClose, onSecret }: CreatePlatformProps): ReactNode {
  const [name, setName] = useState('');
  const act = useTold(PlatformCreateDocument, {
    after: ({ platformCreate }) => {
      onClose();
      if (platformCreate?.apiKey?.secret) onSecret(platformCreate.apiKey.secret);
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.create}
      intro={text.createIntro}
      submit={words.common.create}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ input: { name } })}
    >
      <TextField
        label={text.name}
        required
        value={name}
        error={errorFor(act.fault, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
