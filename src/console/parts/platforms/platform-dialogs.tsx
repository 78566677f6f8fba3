/** The operator makes, renames and suspends platforms. */
import { type ReactNode, useState } from 'react';
import {
  PlatformCreateDocument,
  PlatformRenameDocument,
  PlatformSuspendDocument,
  type PlatformsQuery,
} from '../../api/operations.ts';
import { words } from '../../words.ts';
import { useTold } from '../dialogs/act-dialog.ts';
import { Confirm, FormDialog } from '../dialogs/dialog.tsx';
import { errorFor, TextField } from '../forms/field.tsx';

const text = words.platforms;

export type PlatformRow = NonNullable<PlatformsQuery['platforms']>['nodes'][number];

interface CreatePlatformProps {
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

export function CreatePlatform({ onClose, onSecret }: CreatePlatformProps): ReactNode {
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

interface OfPlatform {
  readonly platform: PlatformRow;
  readonly onClose: () => void;
}

export function RenamePlatform({ platform, onClose }: OfPlatform): ReactNode {
  const [name, setName] = useState(platform.name);
  const act = useTold(PlatformRenameDocument, { done: text.renamed, after: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.renameTitle(platform.name)}
      submit={words.common.save}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ input: { platformId: platform.id, name } })}
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

export function SuspendPlatform({ platform: { id, name }, onClose }: OfPlatform): ReactNode {
  const act = useTold(PlatformSuspendDocument, { done: text.suspendedToast, after: onClose });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.suspendTitle(name)}
      hint={text.suspendHint}
      action={text.suspend}
      typed={name}
      busy={act.busy}
      fault={act.fault}
      onConfirm={() => act.run({ input: { platformId: id } })}
    />
  );
}
