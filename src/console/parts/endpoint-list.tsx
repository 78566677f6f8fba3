/** Receivers of webhooks: add, edit, test, delete. */

import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Ellipsis, Plus, Webhook } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  EndpointCreateDocument,
  EndpointDeleteDocument,
  type EndpointsQuery,
  EndpointUpdateDocument,
  WebhookTestDocument,
  type WebhookType,
} from '../api/operations.ts';
import { words } from '../words.ts';
import { type Act, useTold } from './act-dialog.ts';
import { Button } from './button.tsx';
import { Confirm, FormDialog } from './dialog.tsx';
import { FaultNote } from './fault-view.tsx';
import { errorFor, optionsOf, SelectField, TextField } from './field.tsx';
import { Card } from './page.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { Empty } from './states.tsx';
import { webhookTypeNames } from './webhook-type.ts';
import { When } from './when.tsx';

const text = words.webhooks;

export type Endpoint = NonNullable<EndpointsQuery['webhookEndpoints']>[number];

type Opened = { readonly kind: 'add' } | { readonly kind: 'edit' | 'test' | 'delete'; readonly endpoint: Endpoint };

export function EndpointList({ endpoints }: { readonly endpoints: readonly Endpoint[] }): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpened(null);
  const add = (
    <Button icon={Plus} onClick={() => setOpened({ kind: 'add' })}>
      {text.addEndpoint}
    </Button>
  );
  return (
    <Card title={text.endpoints} actions={add} flush>
      {endpoints.length === 0 ? (
        <Empty icon={Webhook} title={text.noEndpointsTitle} hint={text.noEndpointsHint} />
      ) : (
        <ul className="plain-list">
          {endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <div>
                <p className="url">{endpoint.url}</p>
                <p className="hint">
                  <span title={endpoint.types.map((type) => webhookTypeNames[type]).join(', ')}>
                    {text.someTypes(endpoint.types.length)}
                  </span>
                  {endpoint.createdAt && (
                    <>
                      {' · '}
                      <When at={endpoint.createdAt} />
                    </>
                  )}
                </p>
              </div>
              <EndpointMenu url={endpoint.url} onPick={(kind) => setOpened({ kind, endpoint })} />
            </li>
          ))}
        </ul>
      )}
      {opened?.kind === 'add' && <AddEndpoint onClose={close} onSecret={setSecret} />}
      {opened?.kind === 'edit' && <EditEndpoint endpoint={opened.endpoint} onClose={close} />}
      {opened?.kind === 'test' && <TestEndpoint endpoint={opened.endpoint} onClose={close} />}
      {opened?.kind === 'delete' && <DeleteEndpoint endpoint={opened.endpoint} onClose={close} />}
      <ShownSecret title={text.secretCreated} secret={secret} onClose={() => setSecret(null)} />
    </Card>
  );
}

interface EndpointMenuProps {
  readonly url: string;
  readonly onPick: (kind: 'edit' | 'test' | 'delete') => void;
}

function EndpointMenu({ url, onPick }: EndpointMenuProps): ReactNode {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="button quiet icon" aria-label={`${words.common.actions}: ${url}`}>
        <Ellipsis size={16} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.Item onSelect={() => onPick('test')}>{text.test}</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => onPick('edit')}>{words.common.edit}</DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Item className="danger" onSelect={() => onPick('delete')}>
            {words.common.delete}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface EndpointFormProps {
  readonly title: string;
  readonly start: Pick<Endpoint, 'url' | 'types'>;
  readonly act: Act<{ readonly url: string; readonly types: WebhookType[] }>;
  readonly onClose: () => void;
}

function EndpointForm({ title, start, act, onClose }: EndpointFormProps): ReactNode {
  const [url, setUrl] = useState(start.url);
  const [types, setTypes] = useState<readonly WebhookType[]>(start.types);
  const { fault } = act;
  const urlError = errorFor(fault, 'url') ?? (fault?.code.startsWith('url_') ? fault.message : null);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      intro={text.endpointIntro}
      submit={words.common.save}
      busy={act.busy}
      fault={urlError === null ? fault : null}
      onSubmit={() => act.run({ url: url.trim(), types: [...types] })}
    >
      <TextField
        label={text.url}
        type="url"
        placeholder="https://example.com/webhooks"
        required
        value={url}
        error={urlError}
        onChange={({ target }) => setUrl(target.value)}
      />
      <fieldset className="checks">
        <legend>{text.types}</legend>
        {(Object.keys(webhookTypeNames) as WebhookType[]).map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              checked={types.includes(type)}
              onChange={({ target }) =>
                setTypes((now) => (target.checked ? [...now, type] : now.filter((other) => other !== type)))
              }
            />
            <code>{webhookTypeNames[type]}</code>
          </label>
        ))}
        {errorFor(fault, 'types') && <p className="hint wrong">{errorFor(fault, 'types')}</p>}
      </fieldset>
    </FormDialog>
  );
}

const everyType = Object.keys(webhookTypeNames) as WebhookType[];

interface AddProps {
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

function AddEndpoint({ onClose, onSecret }: AddProps): ReactNode {
  const act = useTold(EndpointCreateDocument, {
    done: text.endpointCreated,
    after: ({ webhookEndpointCreate }) => {
      onClose();
      const secret = webhookEndpointCreate?.webhookSecret?.secret;
      if (secret) onSecret(secret);
    },
  });
  const run: Act<{ readonly url: string; readonly types: WebhookType[] }>['run'] = (input) => act.run({ input });
  return (
    <EndpointForm
      title={text.addEndpoint}
      start={{ url: '', types: everyType }}
      act={{ ...act, run }}
      onClose={onClose}
    />
  );
}

interface OfEndpoint {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

function EditEndpoint({ endpoint, onClose }: OfEndpoint): ReactNode {
  const act = useTold(EndpointUpdateDocument, { done: text.endpointSaved, after: onClose });
  const run: Act<{ readonly url: string; readonly types: WebhookType[] }>['run'] = (input) =>
    act.run({ id: endpoint.id, input });
  return <EndpointForm title={text.editEndpoint} start={endpoint} act={{ ...act, run }} onClose={onClose} />;
}

function TestEndpoint({ endpoint, onClose }: OfEndpoint): ReactNode {
  const [type, setType] = useState<WebhookType>(endpoint.types[0] ?? 'message_delivered');
  const act = useTold(WebhookTestDocument, { done: text.tested, after: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.test}
      intro={text.testIntro}
      submit={text.test}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ endpoint: endpoint.id, type })}
    >
      <SelectField
        label={text.type}
        value={type}
        options={optionsOf(webhookTypeNames)}
        onChange={({ target }) => setType(target.value as WebhookType)}
      />
      {act.fault && Object.keys(act.fault.errors).length > 0 && <FaultNote fault={act.fault} />}
    </FormDialog>
  );
}

function DeleteEndpoint({ endpoint, onClose }: OfEndpoint): ReactNode {
  const act = useTold(EndpointDeleteDocument, { done: text.endpointDeleted, after: onClose });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.deleteTitle}
      hint={text.deleteHint}
      action={words.common.delete}
      busy={act.busy}
      fault={act.fault}
      onConfirm={() => act.run({ id: endpoint.id })}
    >
      <p className="url">{endpoint.url}</p>
    </Confirm>
  );
}
