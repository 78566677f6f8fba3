/** The topics of the platform, with what changes them. */
import { Newspaper, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TopicDeleteDocument, TopicsDocument } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { CallToCopy } from '../call-to-copy.tsx';
import { useOpen, useTold } from '../dialogs/act-dialog.ts';
import { Confirm } from '../dialogs/dialog.tsx';
import { Card } from '../page.tsx';
import { type Column, Rows } from '../rows.tsx';
import { Empty } from '../states.tsx';
import { TopicForm, type TopicRow } from './topic-form.tsx';

const text = words.topics;

export function TopicList(): ReactNode {
  const listing = useList(TopicsDocument, {}, ({ topics }) => topics);
  const creating = useOpen();
  const [editing, setEditing] = useState<TopicRow | null>(null);
  const [deleting, setDeleting] = useState<TopicRow | null>(null);
  const mayManage = useScopes().allowWide('manage');
  const columns: readonly Column<TopicRow>[] = [
    { title: text.key, width: 'minmax(0, 1fr)', narrow: 'first', cell: ({ key }) => <code>{key}</code> },
    { title: text.name, width: 'minmax(0, 1fr)', cell: ({ name }) => name },
    {
      title: text.languages,
      width: '9rem',
      narrow: 'hidden',
      cell: ({ translations }) => translations.map(({ locale }) => locale).join(', '),
    },
  ];
  const action: Column<TopicRow> = {
    title: words.common.actions,
    width: '10rem',
    align: 'end',
    cell: (row) => (
      <>
        <Button kind="quiet" onClick={() => setDeleting(row)}>
          {words.common.delete}
        </Button>
        <Button kind="quiet" onClick={() => setEditing(row)}>
          {text.edit}
        </Button>
      </>
    ),
  };
  return (
    <Card
      title={text.title}
      hint={text.intro}
      flush
      actions={
        mayManage && (
          <Button icon={Plus} onClick={creating.show}>
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
          <Empty icon={Newspaper} title={text.emptyTitle} hint={text.emptyHint} isShort>
            <CallToCopy call={text.emptyCall} page="/docs/api/create-topic" />
          </Empty>
        }
      />
      {creating.open && <TopicForm onClose={creating.hide} />}
      {editing && <TopicForm saved={editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteTopic topic={deleting} onClose={() => setDeleting(null)} />}
    </Card>
  );
}

function DeleteTopic({ topic, onClose }: { readonly topic: TopicRow; readonly onClose: () => void }): ReactNode {
  const remove = useTold(TopicDeleteDocument, { done: text.deleted, after: onClose });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.deleteTitle(topic.name)}
      hint={text.deleteHint}
      action={words.common.delete}
      busy={remove.busy}
      fault={remove.fault}
      onConfirm={() => remove.run({ key: topic.key })}
    />
  );
}
