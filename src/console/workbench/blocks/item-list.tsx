/** A list of objects in a block, such as the columns of a table. */
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../api/fault.ts';
import { Button } from '../../parts/button.tsx';
import { words } from '../../words.ts';
import { isObject, type JsonPath } from '../json-at.ts';
import { faultOfField } from './block-faults.ts';
import { sentence } from './block-names.ts';
import type { ItemField, MergeTag } from './format.ts';
import { ValueField } from './value-field.tsx';

const text = words.blocks;

interface ItemListProps {
  readonly name: string;
  readonly hint: string;
  readonly fields: readonly ItemField[];
  readonly items: readonly unknown[];
  readonly tags: readonly MergeTag[];
  readonly kindOf: (name: string) => string | null;
  readonly errors: FieldErrors;
  readonly path: JsonPath;
  readonly onChange: (items: readonly unknown[]) => void;
}

export function ItemList(props: ItemListProps): ReactNode {
  const { name, hint, fields, items, tags, kindOf, errors, path, onChange } = props;
  const label = sentence(name);
  const empty = Object.fromEntries(fields.flatMap((each) => (kindOf(each.name) === null ? [] : [[each.name, '…']])));
  const swap = (index: number, by: -1 | 1) => {
    const moved = items[index];
    onChange(items.toSpliced(index, 1).toSpliced(index + by, 0, moved));
  };
  return (
    <fieldset className="items">
      <legend>{label}</legend>
      <p className="hint">{hint}</p>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are known by their place.
        <fieldset className="item" key={index}>
          <legend>{text.item(index + 1)}</legend>
          <div className="item-actions">
            <Button
              kind="quiet"
              className="icon"
              icon={ArrowUp}
              aria-label={text.itemUp(index + 1)}
              disabled={index === 0}
              onClick={() => swap(index, -1)}
            />
            <Button
              kind="quiet"
              className="icon"
              icon={ArrowDown}
              aria-label={text.itemDown(index + 1)}
              disabled={index === items.length - 1}
              onClick={() => swap(index, 1)}
            />
            <Button
              kind="quiet"
              className="icon"
              icon={Trash2}
              aria-label={text.itemRemove(index + 1)}
              onClick={() => onChange(items.toSpliced(index, 1))}
            />
          </div>
          <div className="pair">
            {fields.map((field) => (
              <ValueField
                key={field.name}
                field={{ ...field, description: field.description }}
                kind={kindOf(field.name)}
                tags={tags}
                value={isObject(item) ? item[field.name] : undefined}
                error={faultOfField(errors, [...path, index, field.name])}
                onChange={(value) => onChange(items.with(index, withMember(item, field.name, value)))}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <Button kind="quiet" icon={Plus} onClick={() => onChange([...items, empty])}>
        {text.addItem}
      </Button>
    </fieldset>
  );
}

function withMember(item: unknown, name: string, value: unknown): unknown {
  const { [name]: _, ...rest } = isObject(item) ? item : {};
  return value === undefined ? rest : { ...rest, [name]: value };
}
