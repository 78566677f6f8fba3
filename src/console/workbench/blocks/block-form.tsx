/** The form of one block, made of the attributes of its type. */
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../api/fault.ts';
import { Button } from '../../parts/button.tsx';
import { FaultList } from '../../parts/events/fault-list.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { words } from '../../words.ts';
import { isObject, type JsonPath, valueAt } from '../json-at.ts';
import { faultOfField, otherFaults } from './block-faults.ts';
import type { ShownBlock, ShownList } from './block-tree.ts';
import { useBlocks } from './blocks-context.ts';
import { withFreshIds } from './change-blocks.ts';
import type { BlockType, FormatField } from './format.ts';
import { ItemList } from './item-list.tsx';
import { tagsInScope } from './tags-in-scope.ts';
import { ValueField } from './value-field.tsx';

const text = words.blocks;

interface BlockFormProps {
  readonly block: ShownBlock;
  readonly type: BlockType | undefined;
  /** Faults of the block; their paths begin in it. */
  readonly errors: FieldErrors;
}

export function BlockForm({ block, type, errors }: BlockFormProps): ReactNode {
  const { forms, content, setValue } = useBlocks();
  const { path, attrs, lists } = block;
  if (!type) return <p className="hint wrong block-form">{text.unknownType(block.type)}</p>;
  const tags = tagsInScope(forms, content.composition, path, false);
  const ownTags = tagsInScope(forms, content.composition, path, true);
  const kindOf = (name: string) => type.texts.find((each) => each.path === name)?.kind ?? null;
  const setAttr = (name: string, value: unknown) => setValue([...path, 'attrs', name], value);
  const fields = type.attributes.map(({ name }): JsonPath => ['attrs', name]);
  const columns = lists.flatMap(({ column }) => column ?? []);
  const columnFields = columns.flatMap((_, index): JsonPath[] => [['columns', index]]);
  return (
    <div className="block-form">
      <p className="hint">{type.purpose}</p>
      <FaultList errors={otherFaults(errors, [...fields, ...columnFields])} />
      <div className="block-fields">
        {type.attributes.map((field) =>
          isList(field) ? (
            <ItemList
              key={field.name}
              name={field.name}
              hint={field.description}
              fields={forms.itemFields(type.type, field.name)}
              items={listOf(attrs[field.name])}
              tags={ownTags}
              kindOf={(name) => kindOf(`${field.name}.${name}`)}
              errors={errors}
              path={['attrs', field.name]}
              onChange={(items) => setAttr(field.name, items)}
            />
          ) : (
            <ValueField
              key={field.name}
              field={field}
              kind={kindOf(field.name)}
              tags={tags}
              value={attrs[field.name]}
              error={faultOfField(errors, ['attrs', field.name])}
              onChange={(value) => setAttr(field.name, value)}
            />
          ),
        )}
      </div>
      {type.columnAttributes && (
        <ColumnForms lists={lists} fields={type.columnAttributes} path={path} errors={errors} />
      )}
    </div>
  );
}

interface ColumnFormsProps {
  readonly lists: readonly ShownList[];
  readonly fields: readonly FormatField[];
  readonly path: JsonPath;
  readonly errors: FieldErrors;
}

function ColumnForms({ lists, fields, path, errors }: ColumnFormsProps): ReactNode {
  const { forms, content, setValue } = useBlocks();
  const place = [...path, 'columns'];
  const written = listOf(valueAt(content.composition, place));
  const add = () => {
    const column = { id: `${String(valueAt(content.composition, [...path, 'id']))}-column`, children: [] };
    setValue(place, [...written, withFreshIds(content.composition, column).copy]);
  };
  return (
    <fieldset className="items">
      <legend>{text.columns}</legend>
      {lists.map(({ column, blocks }, index) =>
        column ? (
          <fieldset className="item" key={column.id}>
            <legend>{`${text.column} ${index + 1}`}</legend>
            <div className="item-actions">
              <Button
                kind="quiet"
                className="icon"
                icon={Trash2}
                aria-label={text.columnRemove(index + 1)}
                // A column goes when it is empty: its blocks would go with it.
                disabled={blocks.length > 0 || lists.length === 1}
                onClick={() => setValue(place, written.toSpliced(index, 1))}
              />
            </div>
            <div className="pair">
              <TextField
                label={text.columnWidth}
                hint={text.columnWidthHint}
                type="number"
                min={1}
                max={100}
                error={faultOfField(errors, ['columns', index, 'width'])}
                value={typeof column.width === 'number' ? column.width : ''}
                onChange={({ target }) =>
                  setValue([...column.path, 'width'], target.value === '' ? undefined : Number(target.value))
                }
              />
              {fields.map((field) => (
                <ValueField
                  key={field.name}
                  field={field}
                  kind={null}
                  tags={[]}
                  value={column.attrs[field.name]}
                  error={faultOfField(errors, ['columns', index, 'attrs', field.name])}
                  onChange={(value) => setValue([...column.path, 'attrs', field.name], value)}
                />
              ))}
            </div>
          </fieldset>
        ) : null,
      )}
      <Button kind="quiet" icon={Plus} disabled={lists.length >= forms.format.limits.columns} onClick={add}>
        {text.addColumn}
      </Button>
    </fieldset>
  );
}

function isList({ forms }: FormatField): boolean {
  return forms.some(({ type }) => type === 'array');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : isObject(value) ? [value] : [];
}
