/** A field for a time of the reader's, whose label says the zone (docs/rules.md#console-times). */
import type { InputHTMLAttributes, ReactNode } from 'react';
import { words } from '../../words.ts';
import { readerZone } from '../zone.ts';
import { zoneInWords } from '../zone-choice.tsx';
import { TextField } from './field.tsx';

interface TimeFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
}

export function TimeField({ label, ...field }: TimeFieldProps): ReactNode {
  return <TextField label={words.time.field(label, zoneInWords(readerZone))} type="datetime-local" {...field} />;
}
