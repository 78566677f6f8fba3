/** Addresses of a workspace that must not be mailed, and how one is lifted. */
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SuppressionLiftDocument, SuppressionsDocument, type SuppressionsQuery } from '../api/operations.ts';
import { useList } from '../api/use-ask.ts';
import { words } from '../words.ts';
import { useTold } from './act-dialog.ts';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Confirm } from './dialog.tsx';
import { type Column, Rows } from './rows.tsx';
import { Empty } from './states.tsx';
import { When } from './when.tsx';

const text = words.people;

type Row = NonNullable<SuppressionsQuery['suppressions']>['nodes'][number];

interface SuppressionListProps {
  readonly workspace: string;
  readonly search: string | undefined;
}

export function SuppressionList({ workspace, search }: SuppressionListProps): ReactNode {
  const listing = useList(
    SuppressionsDocument,
    { workspace, search: search ?? null },
    ({ suppressions }) => suppressions,
  );
  const [lifting, setLifting] = useState<Row | null>(null);
  const close = () => setLifting(null);
  const lift = useTold(SuppressionLiftDocument, { done: text.lifted, after: close });
  const columns: readonly Column<Row>[] = [
    {
      title: text.address,
      width: 'minmax(0, 2fr)',
      narrow: 'first',
      cell: ({ email }) => email ?? <em>{text.erasedAddress}</em>,
    },
    {
      title: text.reason,
      width: 'minmax(0, 1.4fr)',
      cell: ({ reason, blocks }) => (
        <>
          <Badge tone={blocks.includes('all') ? 'bad' : 'warn'}>{words.suppressionReasons[reason]}</Badge>
          <span className="tag">{words.suppressionBlocks[blocks.includes('all') ? 'all' : 'marketing']}</span>
        </>
      ),
    },
    { title: text.reach, width: 'minmax(0, 1fr)', cell: ({ scope }) => words.suppressionScopes[scope] },
    { title: text.since, width: '6rem', align: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      title: words.common.actions,
      width: '4.5rem',
      align: 'end',
      cell: (row) =>
        row.blocks.includes('all') && (
          <Button kind="quiet" onClick={() => setLifting(row)}>
            {text.lift}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Rows
        label={text.suppressions}
        listing={listing}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty icon={ShieldCheck} title={text.noSuppressionsTitle} hint={text.noSuppressionsHint} />}
      />
      <Confirm
        open={lifting !== null}
        onClose={close}
        title={text.liftTitle(lifting?.email ?? text.erasedAddress)}
        hint={text.liftHint}
        action={text.lift}
        busy={lift.busy}
        fault={lift.fault}
        onConfirm={() => lifting && lift.run({ workspace, id: lifting.id })}
      />
    </>
  );
}
