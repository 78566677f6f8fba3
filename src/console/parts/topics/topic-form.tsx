/** Defines a topic, or changes the words of one; the translations are JSON. */
import { type ReactNode, useState } from 'react';
import {
  TopicCreateDocument,
  type TopicsQuery,
  type TopicTranslationInput,
  TopicUpdateDocument,
} from '../../api/operations.ts';
import { words } from '../../words.ts';
import { useTold } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { FaultList } from '../events/fault-list.tsx';
import { errorFor, TextField } from '../forms/field.tsx';
import { LazyJsonEditor } from '../json/lazy-json-editor.tsx';
import { readJsonText } from '../json/read-json-text.ts';

const text = words.topics;

export type TopicRow = NonNullable<TopicsQuery['topics']>['nodes'][number];

interface TopicFormProps {
  /** A topic to change; a new one without. */
  readonly saved?: TopicRow;
  readonly onClose: () => void;
}

export function TopicForm({ saved, onClose }: TopicFormProps): ReactNode {
  const [key, setKey] = useState('');
  const [name, setName] = useState(saved?.name ?? '');
  const [description, setDescription] = useState(saved?.description ?? '');
  const [translations, setTranslations] = useState(() => JSON.stringify(saved?.translations ?? [], null, 2));
  const create = useTold(TopicCreateDocument, { done: text.created, after: onClose });
  const update = useTold(TopicUpdateDocument, { done: text.saved, after: onClose });
  const act = saved ? update : create;
  const taken = act.fault?.code === 'topic_taken' ? act.fault.message : null;
  const { value, fault: notJson } = readJsonText(translations);
  const errors = Object.fromEntries(
    Object.entries(act.fault?.errors ?? {}).flatMap(([path, told]) => {
      const [, below] = /^(?:input\.)?translations\.?(.*)$/.exec(path) ?? [];
      return below === undefined ? [] : [[below, told]];
    }),
  );
  const submit = () => {
    if (notJson !== null) return;
    const input = { name, description: description || null, translations: value as TopicTranslationInput[] };
    if (saved) update.run({ key: saved.key, input });
    else create.run({ input: { key, ...input } });
  };
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={saved ? `${text.edit} ${saved.key}` : text.create}
      intro={text.createIntro}
      submit={saved ? words.common.save : words.common.create}
      busy={act.busy}
      fault={taken === null ? act.fault : null}
      onSubmit={submit}
    >
      {!saved && (
        <TextField
          label={text.key}
          hint={text.keyHint}
          required
          value={key}
          error={errorFor(act.fault, 'key') ?? taken}
          onChange={({ target }) => setKey(target.value)}
        />
      )}
      <TextField
        label={text.name}
        required
        value={name}
        error={errorFor(act.fault, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={text.description}
        hint={text.descriptionHint}
        value={description}
        error={errorFor(act.fault, 'description')}
        onChange={({ target }) => setDescription(target.value)}
      />
      <p className="label">{text.translations}</p>
      <LazyJsonEditor value={translations} label={text.translations} errors={errors} onChange={setTranslations} />
      <p className="hint">{text.translationsHint}</p>
      {notJson && <p className="hint wrong">{words.common.jsonFault(notJson)}</p>}
      <FaultList errors={errors} />
    </FormDialog>
  );
}
