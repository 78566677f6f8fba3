/** Attributes that contacts of every workspace can have, and topics that they can leave. */
import { Plus, Tags } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  AttributeCreateDocument,
  AttributeRenameDocument,
  AttributesDocument,
  type AttributesQuery,
  type AttributeType,
} from '../api/operations.ts';
import { useList } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { CallToCopy } from '../parts/call-to-copy.tsx';
import { useOpen, useTold } from '../parts/dialogs/act-dialog.ts';
import { FormDialog } from '../parts/dialogs/dialog.tsx';
import { errorFor, SelectField, TextField } from '../parts/forms/field.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { TopicList } from '../parts/topics/topic-list.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.attributes;
const types: readonly AttributeType[] = ['string', 'number', 'boolean', 'date'];

type Row = NonNullable<AttributesQuery['attributeDefinitions']>['nodes'][number];

export function AttributesPage(): ReactNode {
  const listing = useList(AttributesDocument, {}, ({ attributeDefinitions }) => attributeDefinitions);
  const creating = useOpen();
  const [renaming, setRenaming] = useState<Row | null>(null);
  const mayManage = useScopes().allowWide('manage');
  const columns: readonly Column<Row>[] = [
    { title: text.key, width: 'minmax(0, 1fr)', narrow: 'first', cell: ({ key }) => <code>{key}</code> },
    { title: text.name, width: 'minmax(0, 1fr)', cell: ({ name }) => name },
    { title: text.type, width: '7rem', cell: ({ type }) => type },
    {
      title: text.required,
      width: '6rem',
      narrow: 'hidden',
      cell: ({ required }) => (required ? words.common.yes : words.common.no),
    },
    {
      title: words.common.createdAt,
      width: '7.5rem',
      narrow: 'hidden',
      cell: (row) => row.createdAt && <When at={row.createdAt} />,
    },
  ];
  const action: Column<Row> = {
    title: words.common.actions,
    width: '6rem',
    align: 'end',
    cell: (row) => (
      <Button kind="quiet" onClick={() => setRenaming(row)}>
        {text.rename}
      </Button>
    ),
  };
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        mayManage && (
          <Button kind="primary" icon={Plus} onClick={creating.show}>
            {text.create}
          </Button>
        )
      }
    >
      <Rows
        label={text.title}
        listing={listing}
        columns={mayManage ? [...columns, action] : columns}
        keyOf={({ key }) => key}
        empty={
          <Empty icon={Tags} title={text.emptyTitle} hint={text.emptyHint} isShort>
            <CallToCopy call={text.emptyCall} page="/docs/api/create-attribute-definition" />
          </Empty>
        }
      />
      <TopicList />
      {creating.open && <CreateAttribute onClose={creating.hide} />}
      {renaming && <RenameAttribute attribute={renaming} onClose={() => setRenaming(null)} />}
    </Page>
  );
}

function CreateAttribute({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [key, setKey] = useState('');
  const [name, setName] = useState('');
  const [type, setType] = useState<AttributeType>('string');
  const [required, setRequired] = useState(false);
  const act = useTold(AttributeCreateDocument, { done: text.created, after: onClose });
  const taken = act.fault?.code === 'key_taken' ? act.fault.message : null;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.create}
      intro={text.createIntro}
      submit={words.common.create}
      busy={act.busy}
      fault={taken === null ? act.fault : null}
      onSubmit={() => act.run({ input: { key, name, type, required } })}
    >
      <TextField
        label={text.key}
        hint={text.keyHint}
        required
        value={key}
        error={errorFor(act.fault, 'key') ?? taken}
        onChange={({ target }) => setKey(target.value)}
      />
      <TextField
        label={text.name}
        required
        value={name}
        error={errorFor(act.fault, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label={text.type}
        value={type}
        options={types.map((each) => [each, each] as const)}
        onChange={({ target }) => setType(target.value as AttributeType)}
      />
      <label className="check">
        <input type="checkbox" checked={required} onChange={({ target }) => setRequired(target.checked)} />
        {text.requiredHint}
      </label>
    </FormDialog>
  );
}

function RenameAttribute({ attribute, onClose }: { readonly attribute: Row; readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState(attribute.name);
  const act = useTold(AttributeRenameDocument, { done: text.renamed, after: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${text.rename} ${attribute.key}`}
      submit={words.common.save}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ key: attribute.key, input: { name } })}
    >
      <TextField
        label={text.name}
        required
        value={name}
        error={errorFor(act.fault, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
