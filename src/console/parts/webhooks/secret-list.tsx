/** Signing secrets: rotated by adding one, deploying it and revoking the other. */
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type EndpointsQuery, SecretCreateDocument, SecretDeleteDocument } from '../../api/operations.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useTold } from '../dialogs/act-dialog.ts';
import { Confirm } from '../dialogs/dialog.tsx';
import { FaultNote } from '../events/fault-view.tsx';
import { Card } from '../page.tsx';
import { When } from '../when.tsx';
import { ShownSecret } from './shown-secret.tsx';

const text = words.webhooks;

type Secret = NonNullable<EndpointsQuery['webhookSecrets']>[number];

export function SecretList({ secrets }: { readonly secrets: readonly Secret[] }): ReactNode {
  const [shown, setShown] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<Secret | null>(null);
  const create = useTold(SecretCreateDocument, {
    after: ({ webhookSecretCreate }) => setShown(webhookSecretCreate?.webhookSecret?.secret ?? null),
  });
  const revoke = useTold(SecretDeleteDocument, { done: text.secretRevoked, after: () => setRevoking(null) });
  const mayManage = useScopes().allowWide('manage');
  const actions = mayManage && (
    <Button icon={KeyRound} busy={create.busy} onClick={() => create.run({})}>
      {text.rotate}
    </Button>
  );
  return (
    <Card title={text.secrets} hint={text.rotateHint} actions={actions} flush>
      {create.fault && <FaultNote fault={create.fault} />}
      {secrets.length === 0 ? (
        <p className="hint padded">{text.noSecrets}</p>
      ) : (
        <ul className="plain-list">
          {secrets.map((secret) => (
            <li key={secret.id}>
              <div>
                <p>
                  <code>whsec_…{secret.lastFour}</code>
                </p>
                {secret.createdAt && (
                  <p className="hint">
                    {words.common.createdAt} <When at={secret.createdAt} />
                  </p>
                )}
              </div>
              {mayManage && (
                <Button kind="quiet" onClick={() => setRevoking(secret)}>
                  {text.revoke}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <ShownSecret title={text.secretCreated} secret={shown} onClose={() => setShown(null)} />
      <Confirm
        open={revoking !== null}
        onClose={() => {
          setRevoking(null);
          revoke.reset();
        }}
        title={text.revokeTitle(revoking?.lastFour ?? '')}
        hint={text.revokeHint}
        action={text.revoke}
        busy={revoke.busy}
        fault={revoke.fault}
        onConfirm={() => revoking && revoke.run({ id: revoking.id })}
      />
    </Card>
  );
}
