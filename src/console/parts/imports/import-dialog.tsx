/** Chooses a file of contacts or suppressions and sends it. */
import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { type Fault, faultOf } from '../../api/fault.ts';
import { sendFile } from '../../api/send-file.ts';
import { usePlatform } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useOpen } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { useToast } from '../dialogs/toasts.tsx';
import { FaultNote } from '../events/fault-view.tsx';
import { Field, SelectField } from '../forms/field.tsx';

const text = words.imports;

type Kind = 'contacts' | 'suppressions';

interface ImportButtonProps {
  readonly workspace: string;
  /** What the file is of, where the page says so. */
  readonly kind?: Kind;
}

/** The button that opens the dialog, for keys that may write the kind, or either. */
export function ImportButton({ workspace, kind }: ImportButtonProps): ReactNode {
  const asking = useOpen();
  const { allow } = useScopes();
  const allowed: readonly Kind[] = [
    ...(allow('people', 'send') ? (['contacts'] as const) : []),
    ...(allow('people', 'manage') ? (['suppressions'] as const) : []),
  ];
  const kinds = kind ? allowed.filter((one) => one === kind) : allowed;
  if (kinds.length === 0) return null;
  return (
    <>
      <Button icon={FileUp} onClick={asking.show}>
        {text.open}
      </Button>
      {asking.open && <ImportDialog workspace={workspace} kinds={kinds} onClose={asking.hide} />}
    </>
  );
}

interface ImportDialogProps {
  readonly workspace: string;
  readonly kinds: readonly Kind[];
  readonly onClose: () => void;
}

function ImportDialog({ workspace, kinds, onClose }: ImportDialogProps): ReactNode {
  const platform = usePlatform();
  const client = useQueryClient();
  const toast = useToast();
  const leaving = useRef(new AbortController());
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'contacts');
  const [file, setFile] = useState<File | null>(null);
  const [skips, setSkips] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);

  async function send(): Promise<void> {
    if (file === null) return;
    setFault(null);
    setSent(0);
    try {
      const { signal } = leaving.current;
      await sendFile({ workspace, kind, file, skipUnknownColumns: skips }, { platform, signal, onSent: setSent });
      toast(text.started);
      onClose();
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setSent(null);
      void client.invalidateQueries();
    }
  }

  const close = () => {
    leaving.current.abort();
    onClose();
  };
  return (
    <FormDialog
      open
      onClose={close}
      title={text.open}
      intro={text.intro[kind]}
      submit={text.submit}
      busy={sent !== null}
      onSubmit={() => void send()}
    >
      {fault && <FaultNote fault={fault} />}
      <SelectField
        label={text.kind}
        value={kind}
        options={kinds.map((one) => [one, text.kinds[one]] as const)}
        onChange={({ target }) => setKind(target.value === 'suppressions' ? 'suppressions' : 'contacts')}
      />
      <Field label={text.file} hint={text.fileHint}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            required
            accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <label className="check">
        <input type="checkbox" checked={skips} onChange={({ target }) => setSkips(target.checked)} />
        {text.skip}
      </label>
      {sent !== null && file && (
        <label>
          {text.sending}
          <progress value={sent} max={file.size} />
        </label>
      )}
    </FormDialog>
  );
}
