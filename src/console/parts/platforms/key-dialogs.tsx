/** Makes a key, with no more rights than its maker has, and changes the label and the expiry of one. */
import { type ReactNode, useState } from 'react';
import {
  type ApiKeyScope,
  KeyCreateDocument,
  type KeyFactsFragment,
  KeyUpdateDocument,
  type NamedWorkspaceFragment,
} from '../../api/operations.ts';
import { holds } from '../../api/scopes.ts';
import { words } from '../../words.ts';
import { useTold } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { errorFor, Field, TextField } from '../forms/field.tsx';
import { TimeField } from '../forms/time-field.tsx';
import { localTime } from '../local-time.ts';
import { WorkspaceChoice } from '../workspaces/workspace-choice.tsx';

const text = words.keys;
const everyScope = Object.keys(text.scopeNames) as ApiKeyScope[];

interface CreateKeyProps {
  /** The key that signed in, which grants no scope that it lacks; null for the operator. */
  readonly own: KeyFactsFragment | null;
  /** The key that the new one replaces; null: none. */
  readonly from: KeyFactsFragment | null;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

export function CreateKey({ own, from, onClose, onSecret }: CreateKeyProps): ReactNode {
  const offered = own === null ? everyScope : everyScope.filter((scope) => holds(own.scopes, scope));
  const [name, setName] = useState(from?.name ?? '');
  const [expires, setExpires] = useState(fieldTime(from?.expiresAt ?? own?.expiresAt));
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(() =>
    // Others are granted by name alone.
    offered.filter((scope) => from?.scopes.includes(scope) ?? (scope !== 'keys' && scope !== 'resend')),
  );
  const [workspace, setWorkspace] = useState<Pick<NamedWorkspaceFragment, 'id' | 'name'> | null>(
    from?.workspace ?? null,
  );
  const act = useTold(KeyCreateDocument, {
    after: ({ apiKeyCreate }) => {
      onClose();
      if (apiKeyCreate?.apiKey?.secret) onSecret(apiKeyCreate.apiKey.secret);
    },
  });
  const input = { name, scopes: [...scopes], expiresAt: sentTime(expires), workspace: workspace?.id ?? null };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.create}
      intro={text.createIntro}
      submit={words.common.create}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ input })}
    >
      <TextField
        label={text.name}
        required
        value={name}
        error={errorFor(act.fault, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="checks">
        <legend>{text.scopes}</legend>
        {offered.map((scope) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes((now) => (target.checked ? [...now, scope] : now.filter((other) => other !== scope)))
              }
            />
            <span>
              {text.scopeNames[scope]} <span className="hint">{text.scopeHints[scope]}</span>
            </span>
          </label>
        ))}
        <p className={errorFor(act.fault, 'scopes') ? 'hint wrong' : 'hint'}>
          {errorFor(act.fault, 'scopes') ?? text.scopesHint}
        </p>
      </fieldset>
      <Field label={text.workspace} {...(workspace ? { hint: text.workspaceHint } : {})}>
        {(ids) => (
          <WorkspaceChoice
            chosen={workspace?.id ?? null}
            name={workspace?.name ?? ''}
            none={text.everyWorkspace}
            onPick={setWorkspace}
            {...ids}
          />
        )}
      </Field>
      <TimeField
        label={text.expires}
        hint={text.expiryHint}
        value={expires}
        error={errorFor(act.fault, 'expiresAt')}
        onChange={({ target }) => setExpires(target.value)}
      />
    </FormDialog>
  );
}

interface ChangeKeyProps {
  readonly apiKey: KeyFactsFragment;
  readonly onClose: () => void;
}

export function ChangeKey({ apiKey, onClose }: ChangeKeyProps): ReactNode {
  const [name, setName] = useState(apiKey.name);
  const started = fieldTime(apiKey.expiresAt);
  const [expires, setExpires] = useState(started);
  const act = useTold(KeyUpdateDocument, { done: text.changed, after: onClose });
  // The field has minutes: an expiry that nobody changed keeps its seconds.
  const input = { id: apiKey.id, name, ...(expires === started ? {} : { expiresAt: sentTime(expires) }) };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.changeTitle(apiKey.name)}
      submit={words.common.save}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ input })}
    >
      <TextField
        label={text.name}
        required
        value={name}
        error={errorFor(act.fault, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TimeField
        label={text.expires}
        hint={text.expiryHint}
        value={expires}
        error={errorFor(act.fault, 'expiresAt')}
        onChange={({ target }) => setExpires(target.value)}
      />
    </FormDialog>
  );
}

const fieldTime = (at: string | null | undefined): string => (at ? localTime(Date.parse(at)) : '');
const sentTime = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());
