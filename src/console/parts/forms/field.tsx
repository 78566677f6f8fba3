/** A labelled control with its hint and its error. */
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import type { Fault } from '../../api/fault.ts';
import { words } from '../../words.ts';

interface Labelled {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
}

interface FieldProps extends Labelled {
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string | undefined }) => ReactNode;
}

export function Field({ label, hint, error = null, children }: FieldProps): ReactNode {
  const id = useId();
  const described = error || hint ? `${id}-hint` : undefined;
  return (
    <div className="field" data-wrong={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described })}
      {described && (
        <p className="hint" id={described} role={error ? 'alert' : undefined}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Labelled & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

export function TextField({ label, hint, error, ...input }: TextFieldProps): ReactNode {
  return (
    <Field label={label} {...(hint ? { hint } : {})} error={error ?? null}>
      {(ids) => <input type="text" autoComplete="off" {...input} {...ids} aria-invalid={error ? true : undefined} />}
    </Field>
  );
}

type SelectFieldProps = Labelled &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & { readonly options: readonly Option[] };

export type Option = readonly [value: string, label: string];

export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps): ReactNode {
  return (
    <Field label={label} {...(hint ? { hint } : {})} error={error ?? null}>
      {(ids) => (
        <select {...select} {...ids}>
          <Options options={options} />
        </select>
      )}
    </Field>
  );
}

function Options({ options }: { readonly options: readonly Option[] }): ReactNode {
  return options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly Option[];
  readonly onPick: (value: string | undefined) => void;
  /** Whether one of the options is always chosen. */
  readonly required?: boolean;
}

/** A select of a list's filters; its empty option shows all. */
export function Filter({ label, value, options, onPick, required = false }: FilterProps): ReactNode {
  return (
    <label className="filter" data-set={value ? true : undefined}>
      <span>{label}</span>
      <select value={value ?? ''} onChange={({ target }) => onPick(target.value || undefined)}>
        <Options options={required ? options : [['', words.common.all], ...options]} />
      </select>
    </label>
  );
}

/** The message for the field whose path ends with `name`, in the spelling of GraphQL or REST. */
export function errorFor(fault: Fault | null, name: string): string | null {
  const found = Object.entries(fault?.errors ?? {}).find(([path]) => path === name || path.endsWith(`.${name}`));
  return found?.[1][0] ?? null;
}

/** Options for the members of an enum, in the order of their words. */
export function optionsOf(labels: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(labels);
}

/** A value in the address bar is an option also where the list lacks it. */
export function withOwn(options: readonly Option[] = [], own: string | undefined): readonly Option[] {
  return own === undefined || options.some(([value]) => value === own) ? options : [...options, [own, own]];
}
