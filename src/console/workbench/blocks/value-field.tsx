/** The control for one value, made of its description in the composition format. */
import type { ReactNode } from 'react';
import { Field, type Option, SelectField, TextField } from '../../parts/forms/field.tsx';
import { words } from '../../words.ts';
import { sentence } from './block-names.ts';
import { ColorField } from './color-field.tsx';
import type { FieldForm, FormatField, MergeTag } from './format.ts';
import { TagText } from './tag-text.tsx';

const text = words.blocks;

/** What a control needs of a field; members of lists have no more. */
export interface ValueFacts extends Pick<FormatField, 'name' | 'description'> {
  readonly required?: boolean;
  readonly default?: unknown;
  readonly forms: readonly (Pick<FieldForm, 'type' | 'values'> & Partial<FieldForm>)[];
}

interface ValueFieldProps {
  readonly field: ValueFacts;
  /** What a text with merge tags may hold; null: no merge tags. */
  readonly kind: string | null;
  readonly value: unknown;
  readonly error: string | null;
  readonly tags: readonly MergeTag[];
  /** Undefined leaves the value out. */
  readonly onChange: (value: unknown) => void;
}

const longKinds = new Set(['inline', 'items', 'html']);

export function ValueField({ field, kind, value, error, tags, onChange }: ValueFieldProps): ReactNode {
  const label = sentence(field.name);
  const hint = withoutCode(field.description);
  const [form] = field.forms;
  const values = field.forms.flatMap((each) => each.values ?? []);
  if (values.length > 0) {
    return (
      <SelectField
        label={label}
        hint={hint}
        error={error}
        value={value === undefined || value === null ? '' : String(value)}
        options={optionsOf(field, values)}
        onChange={({ target }) => onChange(values.find((each) => String(each) === target.value))}
      />
    );
  }
  if (kind !== null) {
    return (
      <TagText
        label={label}
        hint={hint}
        error={error}
        isLong={longKinds.has(kind)}
        isCode={kind === 'html'}
        tags={tags}
        value={typeof value === 'string' ? value : ''}
        onChange={(next) => onChange(next === '' && !field.required ? undefined : next)}
      />
    );
  }
  if (form?.format === 'color')
    return (
      <ColorField label={label} hint={hint} error={error} value={value} fallback={field.default} onChange={onChange} />
    );
  switch (form?.type) {
    case 'boolean':
      return (
        <CheckField
          label={label}
          hint={hint}
          error={error}
          value={Boolean(value ?? field.default)}
          onChange={onChange}
        />
      );
    case 'number':
    case 'integer':
      if (field.forms.length > 1) break;
      return (
        <TextField
          label={label}
          hint={hint}
          error={error}
          type="number"
          min={form.minimum ?? undefined}
          max={form.maximum ?? undefined}
          step={form.type === 'integer' ? 1 : 'any'}
          placeholder={placeholderOf(field)}
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
        />
      );
    default:
  }
  const use = form?.format === 'list' ? 'list' : 'condition';
  const paths =
    form?.format === 'list' || form?.format === 'variable' ? tags.filter(({ uses }) => uses.includes(use)) : [];
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <>
          <input
            type="text"
            autoComplete="off"
            {...ids}
            list={paths.length > 0 ? `${ids.id}-list` : undefined}
            aria-invalid={error ? true : undefined}
            placeholder={placeholderOf(field)}
            value={value === undefined || value === null ? '' : String(value)}
            onChange={({ target }) => onChange(target.value === '' && !field.required ? undefined : target.value)}
          />
          {paths.length > 0 && (
            <datalist id={`${ids.id}-list`}>
              {paths.map(({ written }) => (
                <option key={written} value={written} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly error: string | null;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

function CheckField({ label, hint, error, value, onChange }: CheckFieldProps): ReactNode {
  return (
    <div className="field" data-wrong={error ? true : undefined}>
      <label className="check">
        <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
        {label}
      </label>
      <p className="hint">{error ?? hint}</p>
    </div>
  );
}

function optionsOf(field: ValueFacts, values: readonly unknown[]): readonly Option[] {
  const all = values.map((each): Option => [String(each), sentence(String(each))]);
  return field.required ? all : [['', text.byDefault(shown(field.default))], ...all];
}

function placeholderOf(field: ValueFacts): string | undefined {
  return field.default === undefined || field.default === null ? undefined : shown(field.default);
}

function shown(value: unknown): string {
  return value === undefined || value === null ? text.noDefault : String(value);
}

/** The descriptions of the format put names in backticks. */
function withoutCode(description: string): string {
  return description.replaceAll('`', '');
}
