/** The keys of a platform: made, and revoked. For the operator. */
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { KeyCreateDocument, KeyRevokeDocument, type PlatformKeysQuery } from '../api/operations.ts';
import { words } from '../words.ts';
import { useOpen, useTold } from './act-dialog.ts';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Confirm, FormDialog } from './dialog.tsx';
import { errorFor, TextField } from './field.tsx';
import { Card } from './page.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { Empty } from './states.tsx';
import { When } from './when.tsx';

const text = words.keys;

export type PlatformFacts = Extract<NonNullable<PlatformKeysQuery['node']>, { readonly apiKeys?: unknown }>;
type Key = PlatformFacts['apiKeys'][number];

function stateOf({ revokedAt, expiresAt }: Key) {
  if (revokedAt) return { tone: 'bad', label: text.revoked } as const;
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) return { tone: 'warn', label: text.expired } as const;
  return { tone: 'good', label: text.live } as const;
}

export function KeyTable({ platform }: { readonly platform: PlatformFacts }): ReactNode {
  const creating = useOpen();
  const [secret, setSecret] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const revoke = useTold(KeyRevokeDocument, { done: text.revokedToast, after: () => setRevoking(null) });
  return (
    <Card
      title={text.title}
      hint={text.createIntro}
      flush
      actions={
        <Button icon={Plus} onClick={creating.show}>
          {text.create}
        </Button>
      }
    >
      {platform.apiKeys.length === 0 ? (
        <Empty icon={KeyRound} title={text.title} hint={text.createIntro} />
      ) : (
        <ul className="plain-list">
          {platform.apiKeys.map((key) => {
            const { tone, label } = stateOf(key);
            return (
              <li key={key.id}>
                <div>
                  <p>
                    <strong>{key.name}</strong> <Badge tone={tone}>{label}</Badge>
                  </p>
                  <p className="hint">
                    <code>{key.id}</code>
                    {` · ${words.common.createdAt} `}
                    <When at={key.createdAt} />
                    {key.expiresAt && (
                      <>
                        {` · ${text.expires} `}
                        <When at={key.expiresAt} />
                      </>
                    )}
                  </p>
                </div>
                {!key.revokedAt && (
                  <Button kind="quiet" onClick={() => setRevoking(key)}>
                    {text.revoke}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {creating.open && <CreateKey platformId={platform.id} onClose={creating.hide} onSecret={setSecret} />}
      <ShownSecret title={text.created} secret={secret} onClose={() => setSecret(null)} />
      <Confirm
        open={revoking !== null}
        onClose={() => {
          setRevoking(null);
          revoke.reset();
        }}
        title={text.revokeTitle(revoking?.name ?? '')}
        hint={text.revokeHint}
        action={text.revoke}
        busy={revoke.busy}
        fault={revoke.fault}
        onConfirm={() => revoking && revoke.run({ input: { id: revoking.id } })}
      />
    </Card>
  );
}

interface CreateKeyProps {
  readonly platformId: string;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

function CreateKey({ platformId, onClose, onSecret }: CreateKeyProps): ReactNode {
  const [name, setName] = useState('');
  const [expires, setExpires] = useState('');
  const act = useTold(KeyCreateDocument, {
    after: ({ apiKeyCreate }) => {
      onClose();
      if (apiKeyCreate?.apiKey?.secret) onSecret(apiKeyCreate.apiKey.secret);
    },
  });
  const expiresAt = expires === '' ? null : new Date(expires).toISOString();
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.create}
      intro={text.createIntro}
      submit={words.common.create}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ input: { platformId, name, expiresAt } })}
    >
      <TextField
        label={text.name}
        required
        value={name}
        error={errorFor(act.fault, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={text.expires}
        hint={text.expiryHint}
        type="datetime-local"
        value={expires}
        error={errorFor(act.fault, 'expiresAt')}
        onChange={({ target }) => setExpires(target.value)}
      />
    </FormDialog>
  );
}
