/** Sends one mail of the draft to an address of the sender, with the values of the preview. */
import { type ReactNode, useState } from 'react';
import { type TemplateSaveInput, TemplateTestDocument, type TemplateTestMutation } from '../api/operations.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { useTold } from '../parts/dialogs/act-dialog.ts';
import { FormDialog } from '../parts/dialogs/dialog.tsx';
import { FaultList } from '../parts/events/fault-list.tsx';
import { errorFor, TextField } from '../parts/forms/field.tsx';
import { words } from '../words.ts';
import type { SentValues } from './preview/values.ts';

const text = words.testMail;

type Result = NonNullable<TemplateTestMutation['templateTest']>;
const tones: Readonly<Record<NonNullable<Result['outcome']>, Tone>> = {
  delivered: 'good',
  relayed: 'good',
  temporary: 'warn',
  bounced: 'bad',
  failed: 'bad',
};

/** The address of the last test, for the next one on this page. */
let lastAddress = '';

interface TestMailDialogProps {
  readonly eventType: string;
  readonly draft: TemplateSaveInput;
  readonly values: SentValues;
  readonly onClose: () => void;
}

export function TestMailDialog({ eventType, draft, values, onClose }: TestMailDialogProps): ReactNode {
  const [to, setTo] = useState(lastAddress);
  const [result, setResult] = useState<Result | null>(null);
  const act = useTold(TemplateTestDocument, { after: ({ templateTest }) => setResult(templateTest ?? null) });
  const errors = Object.entries(act.fault?.errors ?? {}).filter(([path]) => !/(?:^|\.)to$/.test(path));
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.title}
      intro={text.intro}
      submit={text.send}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => {
        lastAddress = to.trim();
        setResult(null);
        act.run({ eventType, input: { to: lastAddress, draft, ...values } });
      }}
    >
      <TextField
        label={text.to}
        hint={text.toHint}
        type="email"
        autoComplete="email"
        error={errorFor(act.fault, 'to')}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <FaultList errors={Object.fromEntries(errors)} />
      {result && (
        <div className="test-result" role="status">
          <Badge tone={result.outcome ? tones[result.outcome] : 'calm'}>
            {result.outcome ? words.attemptOutcomes[result.outcome] : text.noAnswer}
          </Badge>
          <span>{result.to}</span>
          {result.reply && <p className="reply">{result.reply}</p>}
        </div>
      )}
    </FormDialog>
  );
}
