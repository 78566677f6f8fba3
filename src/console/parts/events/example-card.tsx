/** The examples of an event type: what previews, checks and test mails take where they are given no payload. */
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { useOpen } from '../dialogs/act-dialog.ts';
import { SelectField } from '../forms/field.tsx';
import { CodeView } from '../json/code-view.tsx';
import { Card } from '../page.tsx';
import { ExampleForm, type ExamplesOf, type ShownExample } from './example-form.tsx';

const text = words.examples;

interface ExampleCardProps {
  readonly of: ExamplesOf;
  readonly examples: readonly ShownExample[];
}

export function ExampleCard({ of, examples }: ExampleCardProps): ReactNode {
  const { allowWide } = useScopes();
  const [picked, setPicked] = useState('');
  const editing = useOpen();
  const shown = examples.find(({ name }) => name === picked) ?? examples[0];
  const edit = allowWide('manage') && (
    <Button icon={Pencil} onClick={editing.show}>
      {text.edit}
    </Button>
  );
  return (
    <Card title={text.title} hint={text.hint} actions={edit}>
      {shown === undefined ? (
        <p className="hint">{text.none}</p>
      ) : (
        <>
          <SelectField
            label={text.name}
            value={shown.name}
            options={examples.map(({ name }) => [name, name])}
            onChange={({ target }) => setPicked(target.value)}
          />
          {!shown.fits && (
            <p>
              <Badge tone="warn">{text.unfit}</Badge> <span className="hint">{text.unfitHint}</span>
            </p>
          )}
          <CodeView text={JSON.stringify(shown.payload, null, 2)} label={shown.name} what={text.one} />
        </>
      )}
      {editing.open && <ExampleForm of={of} examples={examples} onClose={editing.hide} />}
    </Card>
  );
}
