/** A time filter of a list: the reader's time in the control, UTC in the address bar. */

import type { ReactNode } from 'react';
import { minute } from '../durations.ts';

interface FilterTimeProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onPick: (time: string | undefined) => void;
}

export function FilterTime({ label, value, onPick }: FilterTimeProps): ReactNode {
  const time = Date.parse(value ?? '');
  const local = Number.isNaN(time)
    ? ''
    : new Date(time - new Date(time).getTimezoneOffset() * minute).toISOString().slice(0, 16);
  return (
    <label className="filter" data-set={value ? true : undefined}>
      <span>{label}</span>
      <input
        type="datetime-local"
        value={local}
        onChange={({ target }) => onPick(target.value ? new Date(target.value).toISOString() : undefined)}
      />
    </label>
  );
}
