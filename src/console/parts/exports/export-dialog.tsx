/** Saves the contacts or suppressions of a workspace as a file: the browser opens the link that the service makes. */
import { FileDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ContactExportCreateDocument, SuppressionExportCreateDocument } from '../../api/operations.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useOpen, useTold } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { FaultNote } from '../events/fault-view.tsx';
import { SelectField } from '../forms/field.tsx';

const text = words.exports;

const kinds = ['contacts', 'suppressions'] as const;
const formats = ['csv', 'ndjson'] as const;
type Kind = (typeof kinds)[number];

interface ExportProps {
  readonly workspace: string;
  /** What the dialog begins with. */
  readonly kind: Kind;
}

/** The button that opens the dialog, for keys that see people. */
export function ExportButton(props: ExportProps): ReactNode {
  const asking = useOpen();
  const { allow } = useScopes();
  if (!allow('people')) return null;
  return (
    <>
      <Button icon={FileDown} onClick={asking.show}>
        {text.open}
      </Button>
      {asking.open && <ExportDialog {...props} onClose={asking.hide} />}
    </>
  );
}

/** The response is an attachment, so the page stays. */
const save = (url: string | undefined) => {
  if (url !== undefined) window.location.assign(url);
};

function ExportDialog({ workspace, onClose, ...props }: ExportProps & { readonly onClose: () => void }): ReactNode {
  const [kind, setKind] = useState<Kind>(props.kind);
  const [format, setFormat] = useState<(typeof formats)[number]>('csv');
  const contacts = useTold(ContactExportCreateDocument, {
    done: text.begun,
    after: ({ contactExportCreate: made }) => {
      save(made?.export?.url);
      onClose();
    },
  });
  const suppressions = useTold(SuppressionExportCreateDocument, {
    done: text.begun,
    after: ({ suppressionExportCreate: made }) => {
      save(made?.export?.url);
      onClose();
    },
  });
  const act = kind === 'contacts' ? contacts : suppressions;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.open}
      intro={text.intro}
      submit={text.submit}
      busy={act.busy}
      onSubmit={() => act.run({ workspace, format })}
    >
      {act.fault && <FaultNote fault={act.fault} />}
      <SelectField
        label={text.kind}
        value={kind}
        options={kinds.map((one) => [one, text.kinds[one]] as const)}
        onChange={({ target }) => setKind(target.value === 'suppressions' ? 'suppressions' : 'contacts')}
      />
      <SelectField
        label={text.format}
        value={format}
        options={formats.map((one) => [one, text.formats[one]] as const)}
        onChange={({ target }) => setFormat(target.value === 'ndjson' ? 'ndjson' : 'csv')}
      />
    </FormDialog>
  );
}
