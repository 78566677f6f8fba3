/** Makes an event type, or changes the fields of one, as JSON. */
import { type ReactNode, useState } from 'react';
import { type EventFieldInput, EventTypeSaveDocument, TopicsDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { useTold } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { errorFor, SelectField, TextField } from '../forms/field.tsx';
import { LazyJsonEditor } from '../json/lazy-json-editor.tsx';
import { readJsonText } from '../json/read-json-text.ts';
import { FaultList } from './fault-list.tsx';

const text = words.eventTypes;
const firstFields = [{ name: 'customer_name', type: 'string', required: false, fallback: 'there' }];

interface EventTypeFormProps {
  /** An event type to change; a new one without. */
  readonly saved?: {
    readonly name: string;
    readonly fields: readonly unknown[];
    readonly contentDays: number | null;
    readonly topic: string | null;
  };
  readonly onClose: () => void;
}

export function EventTypeForm({ saved, onClose }: EventTypeFormProps): ReactNode {
  const [name, setName] = useState(saved?.name ?? '');
  const [fields, setFields] = useState(() => JSON.stringify(saved?.fields ?? firstFields, null, 2));
  const [days, setDays] = useState(saved?.contentDays?.toString() ?? '');
  const [topic, setTopic] = useState(saved?.topic ?? '');
  const topics = useAsk(TopicsDocument, {}).data?.topics?.nodes ?? [];
  const act = useTold(EventTypeSaveDocument, { done: text.saved, after: onClose });
  const { value, fault: notJson } = readJsonText(fields);
  // Paths of the editor begin in the list.
  const errors = Object.fromEntries(
    Object.entries(act.fault?.errors ?? {})
      .filter(([path]) => !path.endsWith('contentDays') && !path.endsWith('topic') && (saved || path !== 'name'))
      .map(([path, told]) => [path.replace(/^(?:input\.)?fields\.?/, ''), told]),
  );
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={saved ? text.edit : text.create}
      intro={text.createIntro}
      submit={words.common.save}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => {
        if (notJson !== null) return;
        const contentDays = days.trim() === '' ? null : Number(days);
        // Left out, a topic stays as it is.
        const named = topics.length > 0 ? { topic: topic === '' ? null : topic } : {};
        act.run({ name: name.trim(), input: { fields: value as EventFieldInput[], contentDays, ...named } });
      }}
    >
      {!saved && (
        <TextField
          label={text.name}
          hint={text.nameHint}
          required
          value={name}
          error={errorFor(act.fault, 'name')}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <p className="label">{text.fieldsJson}</p>
      <LazyJsonEditor value={fields} label={text.fieldsJson} errors={errors} onChange={setFields} />
      {notJson && <p className="hint wrong">{words.common.jsonFault(notJson)}</p>}
      <FaultList errors={errors} />
      <TextField
        label={text.contentDays}
        hint={text.contentDaysHint}
        inputMode="numeric"
        pattern="[0-9]{1,2}"
        value={days}
        error={errorFor(act.fault, 'contentDays')}
        onChange={({ target }) => setDays(target.value)}
      />
      {topics.length > 0 && (
        <SelectField
          label={text.topic}
          hint={text.topicHint}
          value={topic}
          options={[['', text.noTopic], ...topics.map(({ key, name: of }) => [key, of] as const)]}
          error={errorFor(act.fault, 'topic')}
          onChange={({ target }) => setTopic(target.value)}
        />
      )}
    </FormDialog>
  );
}
