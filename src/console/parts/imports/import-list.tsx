/** The imports of a workspace: how far each is, what became of its rows, and which lines were rejected. */
import { FileUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  ImportCancelDocument,
  type ImportFactsFragment,
  ImportFaultsDocument,
  type ImportFaultsQuery,
  ImportsDocument,
} from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { useTold } from '../dialogs/act-dialog.ts';
import { Confirm, ShowDialog } from '../dialogs/dialog.tsx';
import { type Column, Rows } from '../rows.tsx';
import { Empty } from '../states.tsx';
import { When } from '../when.tsx';

const text = words.imports;

type Row = ImportFactsFragment;

const tones = { uploading: 'calm', running: 'info', finished: 'good', failed: 'bad', cancelled: 'calm' } as const;

const isOpen = ({ state }: Row) => state === 'uploading' || state === 'running';

export function ImportList({ workspace }: { readonly workspace: string }): ReactNode {
  const listing = useList(ImportsDocument, { workspace }, ({ imports }) => imports, { live: true });
  const { allow } = useScopes();
  const [shown, setShown] = useState<Row | null>(null);
  const [ending, setEnding] = useState<Row | null>(null);
  const columns: readonly Column<Row>[] = [
    { title: text.kind, width: 'minmax(0, 1fr)', narrow: 'first', cell: ({ kind }) => text.kinds[kind] },
    {
      title: text.state,
      width: 'minmax(0, 2fr)',
      cell: (row) => (
        <>
          <Badge tone={tones[row.state]}>{text.states[row.state]}</Badge>
          {row.state === 'running' && <progress value={row.bytesDone} max={row.bytes} aria-label={text.done} />}
          {row.failure && <span className="hint">{text.failures[row.failure](row.line)}</span>}
        </>
      ),
    },
    {
      title: text.rows,
      width: 'minmax(0, 2fr)',
      cell: ({ created, updated, refused }) => text.counts(created, updated, refused),
    },
    { title: text.begun, width: '7.5rem', align: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      title: words.common.actions,
      width: '9rem',
      align: 'end',
      cell: (row) => (
        <>
          {row.refused > 0 && (
            <Button kind="quiet" onClick={() => setShown(row)}>
              {text.badRows}
            </Button>
          )}
          {isOpen(row) && allow('manage') && (
            <Button kind="quiet" onClick={() => setEnding(row)}>
              {words.common.cancel}
            </Button>
          )}
        </>
      ),
    },
  ];
  return (
    <>
      <Rows
        label={text.title}
        listing={listing}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty icon={FileUp} title={text.noneTitle} hint={text.noneHint} isShort />}
      />
      {shown && <BadRows workspace={workspace} id={shown.id} refused={shown.refused} onClose={() => setShown(null)} />}
      {ending && <EndDialog workspace={workspace} id={ending.id} onClose={() => setEnding(null)} />}
    </>
  );
}

interface DialogProps {
  readonly workspace: string;
  readonly id: string;
  readonly onClose: () => void;
}

function EndDialog({ workspace, id, onClose }: DialogProps): ReactNode {
  const cancel = useTold(ImportCancelDocument, { done: text.cancelled, after: onClose });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.cancelTitle}
      hint={text.cancelHint}
      action={text.cancel}
      busy={cancel.busy}
      fault={cancel.fault}
      onConfirm={() => cancel.run({ workspace, id })}
    />
  );
}

type BadRow = NonNullable<ImportFaultsQuery['importFaults']>['nodes'][number];

/** An import keeps the first of its rejected rows. */
const faultsKept = 1_000;

function BadRows({ workspace, id, refused, onClose }: DialogProps & { readonly refused: number }): ReactNode {
  const listing = useList(ImportFaultsDocument, { workspace, id }, ({ importFaults }) => importFaults);
  const columns: readonly Column<BadRow>[] = [
    { title: text.line, width: '5rem', narrow: 'first', cell: ({ line }) => line },
    { title: text.why, width: 'minmax(0, 1fr)', cell: reasonOf },
  ];
  return (
    <ShowDialog
      open
      onClose={onClose}
      title={text.badRows}
      intro={text.badRowsIntro(Math.min(refused, faultsKept), refused)}
    >
      <Rows
        label={text.badRows}
        listing={listing}
        columns={columns}
        keyOf={({ line }) => String(line)}
        empty={<p className="hint padded">{text.noneKept}</p>}
      />
    </ShowDialog>
  );
}

function reasonOf({ code, errors }: BadRow): ReactNode {
  const said = Object.entries(errors as Readonly<Record<string, readonly string[]>>);
  if (said.length === 0) return <code>{code}</code>;
  return said.map(([field, messages]) => `${field} ${messages.join(', ')}`).join(' · ');
}
