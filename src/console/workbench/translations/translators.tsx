/** The texts of the live version as a file for translators, and their file back as the next version. */
import { FileDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { type Fault, faultOf } from '../../api/fault.ts';
import {
  TemplateTextsDocument,
  TemplateTranslateDocument,
  type TemplateTranslateMutation,
  type TranslationFormat,
} from '../../api/operations.ts';
import { usePlatform } from '../../api/use-ask.ts';
import { Button } from '../../parts/button.tsx';
import { useOpen, useTold } from '../../parts/dialogs/act-dialog.ts';
import { FormDialog } from '../../parts/dialogs/dialog.tsx';
import { FaultList } from '../../parts/events/fault-list.tsx';
import { FaultNote } from '../../parts/events/fault-view.tsx';
import { Field, SelectField, TextField } from '../../parts/forms/field.tsx';
import { words } from '../../words.ts';
import { languageName } from './language-name.ts';

const text = words.translators;

type Brought = NonNullable<TemplateTranslateMutation['templateTranslate']>;

const extensions: Readonly<Record<TranslationFormat, string>> = { xliff: 'xlf', csv: 'csv', json: 'json' };

interface TranslatorsProps {
  readonly eventType: string;
  /** The language that is shown, which is offered. */
  readonly locale: string;
  /** Whether a file may be brought in; a draft with changes would be lost. */
  readonly canBring: boolean;
  /** Called when the dialog closes after a file was brought in. */
  readonly onBrought: () => void;
}

export function Translators(props: TranslatorsProps): ReactNode {
  const { open, show, hide } = useOpen();
  return (
    <>
      <Button icon={FileDown} onClick={show}>
        {text.open}
      </Button>
      {open && <TranslatorsDialog {...props} onClose={hide} />}
    </>
  );
}

function TranslatorsDialog({ onClose, ...props }: TranslatorsProps & { readonly onClose: () => void }): ReactNode {
  const { eventType, canBring, onBrought } = props;
  const [file, setFile] = useState<File | null>(null);
  const [acceptOutdated, setAccept] = useState(false);
  const [brought, setBrought] = useState<Brought | null>(null);
  const act = useTold(TemplateTranslateDocument, {
    after: ({ templateTranslate }) => setBrought(templateTranslate ?? null),
  });
  const send = async () => {
    if (file === null) return;
    act.run({ eventType, input: { content: await file.text(), acceptOutdated } });
  };
  const close = () => {
    onClose();
    if (brought) onBrought();
  };
  return (
    <FormDialog
      open
      onClose={close}
      title={text.title}
      intro={text.intro}
      submit={brought ? words.common.close : text.bring}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => (brought ? close() : void send())}
    >
      {!brought && <Download eventType={eventType} locale={props.locale} />}
      {!brought && (
        <Field label={text.file} hint={canBring ? text.fileHint : text.changesFirst}>
          {(ids) => (
            <input
              {...ids}
              type="file"
              required
              accept=".xlf,.xliff,.csv,.json"
              disabled={!canBring}
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            />
          )}
        </Field>
      )}
      {act.fault && <FaultList errors={act.fault.errors} />}
      {act.fault?.code === 'translations_outdated' && (
        <label className="check">
          <input type="checkbox" checked={acceptOutdated} onChange={({ target }) => setAccept(target.checked)} />
          {text.accept}
        </label>
      )}
      {brought && <Result {...brought} />}
    </FormDialog>
  );
}

function Download({ eventType, locale: shown }: Pick<TranslatorsProps, 'eventType' | 'locale'>): ReactNode {
  const platform = usePlatform();
  const [locale, setLocale] = useState(shown);
  const [format, setFormat] = useState<TranslationFormat>('xliff');
  const [fault, setFault] = useState<Fault | null>(null);
  const download = async () => {
    setFault(null);
    try {
      const { template } = await ask(TemplateTextsDocument, { eventType, locale: locale.trim(), format }, { platform });
      if (template) saveAs(`${eventType}.${locale.trim()}.${extensions[format]}`, template.translationFile);
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  const wrong = fault?.errors.locale?.[0] ?? null;
  return (
    <>
      {fault && wrong === null && <FaultNote fault={fault} />}
      <TextField
        label={text.language}
        hint={languageName(locale) || text.languageHint}
        error={wrong}
        spellCheck={false}
        value={locale}
        onChange={({ target }) => setLocale(target.value)}
      />
      <SelectField
        label={text.format}
        value={format}
        options={[
          ['xliff', text.formats.xliff],
          ['csv', text.formats.csv],
          ['json', text.formats.json],
        ]}
        onChange={({ target }) => setFormat(target.value === 'csv' || target.value === 'json' ? target.value : 'xliff')}
      />
      <p>
        <Button icon={FileDown} onClick={() => void download()}>
          {text.download}
        </Button>
      </p>
    </>
  );
}

function Result({ locale, changed, unknown, outdated, warnings }: Brought): ReactNode {
  return (
    <div role="status">
      <p>{text.brought(changed.length, languageName(locale) || locale)}</p>
      {outdated.length > 0 && <p className="hint wrong">{text.outdated(outdated.join(', '))}</p>}
      {unknown.length > 0 && <p className="hint">{text.unknown(unknown.join(', '))}</p>}
      {warnings.length > 0 && (
        <ul className="hint">
          {warnings.map(({ fieldId, message }) => (
            <li key={`${fieldId} ${message}`}>
              <code>{fieldId}</code>: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function saveAs(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
