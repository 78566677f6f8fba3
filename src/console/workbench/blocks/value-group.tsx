/** The settings or the theme of a document, folded until somebody opens them. */
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../api/fault.ts';
import { Badge } from '../../parts/badge.tsx';
import { words } from '../../words.ts';
import { type JsonPath, valueAt } from '../json-at.ts';
import { faultOfField, faultsBelow } from './block-faults.ts';
import type { FormatField, MergeTag } from './format.ts';
import { ValueField } from './value-field.tsx';

interface ValueGroupProps {
  readonly title: string;
  readonly fields: readonly FormatField[];
  readonly path: JsonPath;
  /** Names of fields that may hold merge tags. */
  readonly texts: readonly string[];
  readonly tags: readonly MergeTag[];
  readonly composition: unknown;
  readonly errors: FieldErrors;
  readonly onChange: (path: JsonPath, value: unknown) => void;
}

export function ValueGroup(props: ValueGroupProps): ReactNode {
  const { title, fields, path, texts, tags, composition, errors, onChange } = props;
  const faults = Object.keys(faultsBelow(errors, path)).length;
  return (
    <details className="value-group">
      <summary>
        {title}
        {faults > 0 && <Badge tone="bad">{words.blocks.faults(faults)}</Badge>}
      </summary>
      <div className="block-fields">
        {fields.map((field) => (
          <ValueField
            key={field.name}
            field={field}
            kind={texts.includes(field.name) ? 'plain' : null}
            tags={tags}
            value={valueAt(composition, [...path, field.name])}
            error={faultOfField(errors, [...path, field.name])}
            onChange={(value) => onChange([...path, field.name], value)}
          />
        ))}
      </div>
    </details>
  );
}
