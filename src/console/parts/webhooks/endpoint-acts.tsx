/** The dialogs of one endpoint: test, pause, redeliver since a time, delete. */

import { type ReactNode, useState } from 'react';
import {
  EndpointDeleteDocument,
  EndpointPauseDocument,
  RedeliverSinceDocument,
  WebhookTestDocument,
  type WebhookType,
} from '../../api/operations.ts';
import { words } from '../../words.ts';
import { useTold } from '../dialogs/act-dialog.ts';
import { Confirm, FormDialog } from '../dialogs/dialog.tsx';
import { day } from '../durations.ts';
import { FaultNote } from '../events/fault-view.tsx';
import { errorFor, optionsOf, SelectField } from '../forms/field.tsx';
import { TimeField } from '../forms/time-field.tsx';
import { localTime } from '../local-time.ts';
import type { Endpoint } from './endpoint.ts';
import { webhookTypeNames } from './webhook-type.ts';

const text = words.webhooks;
/** Milliseconds before now at which a redelivery begins unless another time is given. */
const usualSince = day;

interface OfEndpoint {
  readonly endpoint: Pick<Endpoint, 'id' | 'url' | 'types'>;
  readonly onClose: () => void;
}

export function TestEndpoint({ endpoint, onClose }: OfEndpoint): ReactNode {
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

export function DeleteEndpoint({ endpoint, onClose }: OfEndpoint): ReactNode {
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

export function PauseEndpoint({ endpoint, onClose }: OfEndpoint): ReactNode {
  const act = useTold(EndpointPauseDocument, { done: text.paused, after: onClose });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.pauseTitle}
      hint={text.pauseHint}
      action={text.pause}
      danger={false}
      busy={act.busy}
      fault={act.fault}
      onConfirm={() => act.run({ id: endpoint.id })}
    >
      <p className="url">{endpoint.url}</p>
    </Confirm>
  );
}

export function RedeliverSince({ endpoint, onClose }: OfEndpoint): ReactNode {
  const [since, setSince] = useState(() => localTime(Date.now() - usualSince));
  const act = useTold(RedeliverSinceDocument, { done: text.sinceStarted, after: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.redeliverSince}
      intro={text.redeliverSinceIntro}
      submit={text.redeliver}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ endpoint: endpoint.id, since: new Date(since).toISOString() })}
    >
      <TimeField
        label={text.since}
        hint={text.sinceHint}
        required
        max={localTime(Date.now())}
        value={since}
        error={errorFor(act.fault, 'since')}
        onChange={({ target }) => setSince(target.value)}
      />
    </FormDialog>
  );
}
