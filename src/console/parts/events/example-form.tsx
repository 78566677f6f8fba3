/** Changes the examples of an event type as JSON; a real payload is added with its values masked. */
import { type ReactNode, useState } from 'react';
import {
  type EventFieldInput,
  type EventTypeExampleInput,
  EventTypeSaveDocument,
  MaskedPayloadsDocument,
} from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useTold } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { LazyJsonEditor } from '../json/lazy-json-editor.tsx';
import { readJsonText } from '../json/read-json-text.ts';
import { FaultList } from './fault-list.tsx';

const text = words.examples;

export interface ShownExample {
  readonly name: string;
  /** The language of its values. */
  readonly locale?: string | null;
  readonly payload: unknown;
  /** Whether the fields of now accept it. */
  readonly fits: boolean;
}

/** The event type, as it was when it was read. */
export interface ExamplesOf {
  readonly name: string;
  readonly fields: readonly EventFieldInput[];
  readonly etag: string;
}

interface ExampleFormProps {
  readonly of: ExamplesOf;
  readonly examples: readonly ShownExample[];
  readonly onClose: () => void;
}

export function ExampleForm({ of, examples, onClose }: ExampleFormProps): ReactNode {
  const [json, setJson] = useState(() =>
    write(examples.map(({ name, locale, payload }) => ({ name, ...(locale && { locale }), payload }))),
  );
  const act = useTold(EventTypeSaveDocument, { done: text.saved, after: onClose });
  const { value, fault: notJson } = readJsonText(json);
  // Paths of the editor begin in the list.
  const errors = Object.fromEntries(
    Object.entries(act.fault?.errors ?? {}).map(([path, told]) => [path.replace(/^(?:input\.)?examples\.?/, ''), told]),
  );
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={text.edit}
      intro={text.intro}
      submit={words.common.save}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => {
        if (notJson !== null) return;
        const input = { fields: [...of.fields], examples: value as EventTypeExampleInput[] };
        act.run({ name: of.name, input, ifMatch: [of.etag] });
      }}
    >
      <LazyJsonEditor value={json} label={text.json} errors={errors} onChange={setJson} />
      {notJson && <p className="hint wrong">{words.common.jsonFault(notJson)}</p>}
      <FaultList errors={errors} />
      <AddReal
        eventType={of.name}
        isReady={Array.isArray(value)}
        onAdd={(payload) => setJson(write([...(value as unknown[]), { name: text.newName, payload }]))}
      />
    </FormDialog>
  );
}

interface AddRealProps {
  readonly eventType: string;
  readonly isReady: boolean;
  readonly onAdd: (payload: unknown) => void;
}

/** Adds the latest payload that is small enough; nothing for keys that may not see people. */
function AddReal({ eventType, isReady, onAdd }: AddRealProps): ReactNode {
  const { allowWide } = useScopes();
  const { data } = useAsk(MaskedPayloadsDocument, { eventType }, { enabled: allowWide('people') });
  const [latest] = (data?.templatePayloads ?? []).flatMap(({ masked }) => (masked == null ? [] : [masked]));
  if (latest === undefined) return null;
  return (
    <div className="field">
      <Button disabled={!isReady} onClick={() => onAdd(latest)}>
        {text.addReal}
      </Button>
      <p className="hint">{text.addRealHint}</p>
    </div>
  );
}

function write(examples: readonly unknown[]): string {
  return JSON.stringify(examples, null, 2);
}
