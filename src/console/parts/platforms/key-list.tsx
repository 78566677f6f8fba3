/** The keys of a platform: made, narrowed, renamed, expired and revoked. */

import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Ellipsis, KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type KeyFactsFragment, KeyRevokeDocument, KeysDocument } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useTold } from '../dialogs/act-dialog.ts';
import { Confirm } from '../dialogs/dialog.tsx';
import { type Column, Rows } from '../rows.tsx';
import { Empty } from '../states.tsx';
import { ShownSecret } from '../webhooks/shown-secret.tsx';
import { When } from '../when.tsx';
import { ChangeKey, CreateKey } from './key-dialogs.tsx';
import { KeyState, Scopes } from './key-facts.tsx';

const text = words.keys;

type Opened =
  | { readonly act: 'create'; readonly from: KeyFactsFragment | null }
  | { readonly act: 'change' | 'revoke'; readonly key: KeyFactsFragment };

interface KeyListProps {
  /** The key that signed in; null for the operator. */
  readonly own: KeyFactsFragment | null;
}

export function KeyList({ own }: KeyListProps): ReactNode {
  const mayChange = useScopes().allowWide('manage', 'keys');
  const listing = useList(KeysDocument, {}, ({ apiKeys }) => apiKeys);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpened(null);
  const actions: Column<KeyFactsFragment> = {
    title: words.common.actions,
    width: '3.5rem',
    align: 'end',
    cell: (key) => key.revokedAt === null && <KeyMenu apiKey={key} onPick={setOpened} />,
  };
  return (
    <>
      <div className="part-head">
        <h2 className="part">{text.list}</h2>
        {mayChange && (
          <Button icon={Plus} onClick={() => setOpened({ act: 'create', from: null })}>
            {text.create}
          </Button>
        )}
      </div>
      <Rows
        label={text.list}
        listing={listing}
        columns={[nameColumn(own?.id), ...columns, ...(mayChange ? [actions] : [])]}
        keyOf={({ id }) => id}
        empty={<Empty icon={KeyRound} title={text.none} hint={text.createIntro} />}
      />
      {opened?.act === 'create' && <CreateKey own={own} from={opened.from} onClose={close} onSecret={setSecret} />}
      {opened?.act === 'change' && <ChangeKey apiKey={opened.key} onClose={close} />}
      {opened?.act === 'revoke' && <RevokeKey apiKey={opened.key} onClose={close} />}
      <ShownSecret title={text.created} secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}

function nameColumn(ownId: string | undefined): Column<KeyFactsFragment> {
  return {
    title: text.name,
    width: 'minmax(0, 1.6fr)',
    narrow: 'first',
    cell: ({ id, name }) => (
      <>
        <span className="cut" title={id}>
          {name}
        </span>
        {id === ownId && <span className="tag">{text.yours}</span>}
      </>
    ),
  };
}

const columns: readonly Column<KeyFactsFragment>[] = [
  { title: text.state, width: '6rem', cell: (key) => <KeyState {...key} /> },
  { title: text.scopes, width: 'minmax(0, 1.6fr)', cell: (key) => <Scopes {...key} /> },
  {
    title: text.workspace,
    width: 'minmax(0, 1fr)',
    narrow: 'hidden',
    cell: ({ workspace }) => workspace?.name ?? text.everyWorkspace,
  },
  {
    title: text.expires,
    width: '7.5rem',
    narrow: 'hidden',
    cell: ({ expiresAt }) => (expiresAt ? <When at={expiresAt} /> : words.common.never),
  },
  {
    title: text.lastUsed,
    width: '7.5rem',
    align: 'end',
    isNamed: true,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : text.neverUsed),
  },
];

interface KeyMenuProps {
  readonly apiKey: KeyFactsFragment;
  readonly onPick: (opened: Opened) => void;
}

function KeyMenu({ apiKey: key, onPick }: KeyMenuProps): ReactNode {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="button quiet icon" aria-label={`${words.common.actions}: ${key.name}`}>
        <Ellipsis size={16} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.Item onSelect={() => onPick({ act: 'change', key })}>{text.change}</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => onPick({ act: 'create', from: key })}>{text.replace}</DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Item className="danger" onSelect={() => onPick({ act: 'revoke', key })}>
            {text.revoke}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface RevokeKeyProps {
  readonly apiKey: KeyFactsFragment;
  readonly onClose: () => void;
}

function RevokeKey({ apiKey: { id, name }, onClose }: RevokeKeyProps): ReactNode {
  const revoke = useTold(KeyRevokeDocument, { done: text.revokedToast, after: onClose });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.revokeTitle(name)}
      hint={text.revokeHint}
      action={text.revoke}
      busy={revoke.busy}
      fault={revoke.fault}
      onConfirm={() => revoke.run({ input: { id } })}
    />
  );
}
