/** The header fields of an endpoint's requests, how many webhooks begin in a second, and who is told when they fail. */
import { type ReactNode, useState } from 'react';
import type { Fault } from '../../api/fault.ts';
import type { WebhookEndpointUpdateInput } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { errorFor, Field, TextField } from '../forms/field.tsx';
import type { Endpoint } from './endpoint.ts';

const text = words.webhooks;

export type Delivery = Pick<WebhookEndpointUpdateInput, 'headers' | 'rateLimit' | 'alertEmail'>;
type SavedDelivery = Partial<Pick<Endpoint, 'headers' | 'rateLimit' | 'alertEmail'>>;

/** As the form writes it. */
export interface WrittenDelivery {
  /** `Name: value` on each line; values that are saved cannot be shown. */
  readonly headers: string;
  readonly removes: boolean;
  readonly rate: string;
  readonly alertEmail: string;
}

export const useDelivery = ({ rateLimit, alertEmail }: SavedDelivery) =>
  useState<WrittenDelivery>({
    headers: '',
    removes: false,
    rate: rateLimit == null ? '' : String(rateLimit),
    alertEmail: alertEmail ?? '',
  });

/** What a save sends: header fields only where some were written, or those that are there are to go. */
export function deliveryOf({ headers, removes, rate, alertEmail }: WrittenDelivery): Delivery {
  const written = headers.split('\n').flatMap((line) => (line.trim() === '' ? [] : [fieldOf(line)]));
  const others = {
    rateLimit: rate.trim() === '' ? null : Number(rate),
    alertEmail: alertEmail.trim() || null,
  };
  if (written.length > 0) return { ...others, headers: Object.fromEntries(written) };
  return removes ? { ...others, headers: null } : others;
}

function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

interface DeliveryFieldsProps {
  readonly delivery: WrittenDelivery;
  readonly saved: SavedDelivery;
  readonly fault: Fault | null;
  readonly onChange: (delivery: WrittenDelivery) => void;
}

export function DeliveryFields({ delivery, saved, fault, onChange }: DeliveryFieldsProps): ReactNode {
  const names = saved.headers?.map(({ name, lastFour }) => (lastFour === null ? name : `${name} (…${lastFour})`));
  return (
    <>
      <Field
        label={text.headers}
        hint={names ? text.headersThere(names.join(', ')) : text.headersHint}
        error={headersFault(fault)}
      >
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            autoComplete="off"
            spellCheck={false}
            placeholder="Authorization: Bearer …"
            value={delivery.headers}
            onChange={({ target }) => onChange({ ...delivery, headers: target.value })}
          />
        )}
      </Field>
      {names && (
        <label className="check">
          <input
            type="checkbox"
            checked={delivery.removes}
            onChange={({ target }) => onChange({ ...delivery, removes: target.checked })}
          />
          {text.headersRemove}
        </label>
      )}
      <TextField
        label={text.rate}
        hint={text.rateHint}
        type="number"
        min={1}
        max={1_000}
        value={delivery.rate}
        error={errorFor(fault, 'rateLimit')}
        onChange={({ target }) => onChange({ ...delivery, rate: target.value })}
      />
      <TextField
        label={text.alertEmail}
        hint={text.alertEmailHint}
        type="email"
        value={delivery.alertEmail}
        error={errorFor(fault, 'alertEmail')}
        onChange={({ target }) => onChange({ ...delivery, alertEmail: target.value })}
      />
    </>
  );
}

/** The first fault, with the name of the field that it is about. */
function headersFault(fault: Fault | null): string | null {
  const [found] = Object.entries(fault?.errors ?? {}).flatMap(([path, [message]]) => {
    const steps = path.split('.');
    const at = steps.indexOf('headers');
    if (at === -1 || message === undefined) return [];
    return [[...steps.slice(at + 1), message].join(' ')];
  });
  return found ?? null;
}
