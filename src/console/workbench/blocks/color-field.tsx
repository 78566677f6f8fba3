/** A colour: picked, or written as #1a2b3c. */
import type { ReactNode } from 'react';
import { Field } from '../../parts/forms/field.tsx';
import { words } from '../../words.ts';

interface ColorFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly error: string | null;
  readonly value: unknown;
  /** The colour of a value that is left out; null: none. */
  readonly fallback: unknown;
  readonly onChange: (value: string | undefined) => void;
}

export function ColorField({ label, hint, error, value, fallback, onChange }: ColorFieldProps): ReactNode {
  const written = typeof value === 'string' ? value : '';
  const byDefault = typeof fallback === 'string' ? fallback : '';
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="color">
          <input
            type="color"
            aria-label={words.blocks.pick(label)}
            data-none={written === '' && byDefault === '' ? true : undefined}
            value={longForm(written || byDefault)}
            onChange={({ target }) => onChange(target.value)}
          />
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            {...ids}
            aria-invalid={error ? true : undefined}
            placeholder={byDefault || words.blocks.noColor}
            value={written}
            onChange={({ target }) => onChange(target.value.trim() || undefined)}
          />
        </div>
      )}
    </Field>
  );
}

/** Pickers know colours of six digits alone. */
function longForm(color: string): string {
  const [, short] = /^#([0-9a-f]{3})$/i.exec(color) ?? [];
  if (short) return `#${[...short].map((digit) => digit + digit).join('')}`;
  return /^#[0-9a-f]{6}$/i.test(color) ? color : '#ffffff';
}
