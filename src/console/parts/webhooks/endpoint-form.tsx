/** Adds and edits an endpoint. */
import { type ReactNode, useState } from 'react';
import { EndpointCreateDocument, EndpointUpdateDocument, type WebhookType } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { type Act, useTold } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { errorFor, TextField } from '../forms/field.tsx';
import type { Endpoint } from './endpoint.ts';
import { type Delivery, DeliveryFields, deliveryOf, useDelivery } from './endpoint-delivery.tsx';
import { type SavedScope, type Scope, ScopeFields, scopeOf, useScope } from './endpoint-scope.tsx';
import { webhookTypeNames } from './webhook-type.ts';

const text = words.webhooks;
const everyType = Object.keys(webhookTypeNames) as WebhookType[];

interface Written extends Scope, Delivery {
  readonly url: string;
  readonly types: WebhookType[];
}

interface EndpointFormProps {
  readonly title: string;
  readonly start: Pick<Endpoint, 'url' | 'types'> &
    SavedScope &
    Partial<Pick<Endpoint, 'headers' | 'rateLimit' | 'alertEmail'>>;
  readonly act: Act<Written>;
  readonly onClose: () => void;
}

function EndpointForm({ title, start, act, onClose }: EndpointFormProps): ReactNode {
  const [url, setUrl] = useState(start.url);
  const [types, setTypes] = useState<readonly WebhookType[]>(start.types);
  const [scope, setScope] = useScope(start);
  const [delivery, setDelivery] = useDelivery(start);
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
      onSubmit={() =>
        act.run({ url: url.trim(), types: [...types], ...scopeOf(scope, start), ...deliveryOf(delivery) })
      }
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
        {everyType.map((type) => (
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
      <ScopeFields scope={scope} fault={fault} onChange={setScope} />
      <DeliveryFields delivery={delivery} saved={start} fault={fault} onChange={setDelivery} />
    </FormDialog>
  );
}

interface AddProps {
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

export function AddEndpoint({ onClose, onSecret }: AddProps): ReactNode {
  const act = useTold(EndpointCreateDocument, {
    done: text.endpointCreated,
    after: ({ webhookEndpointCreate }) => {
      onClose();
      const secret = webhookEndpointCreate?.webhookSecret?.secret;
      if (secret) onSecret(secret);
    },
  });
  const run: Act<Written>['run'] = (input) => act.run({ input });
  return (
    <EndpointForm
      title={text.addEndpoint}
      start={{ url: '', types: everyType }}
      act={{ ...act, run }}
      onClose={onClose}
    />
  );
}

interface EditProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

export function EditEndpoint({ endpoint, onClose }: EditProps): ReactNode {
  const act = useTold(EndpointUpdateDocument, { done: text.endpointSaved, after: onClose });
  const run: Act<Written>['run'] = (input) => act.run({ id: endpoint.id, input });
  return <EndpointForm title={text.editEndpoint} start={endpoint} act={{ ...act, run }} onClose={onClose} />;
}
