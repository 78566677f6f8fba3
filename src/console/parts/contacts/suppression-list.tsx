/** Addresses of a workspace that must not be mailed, how one is lifted, and what was lifted. */
import { SearchX, ShieldBan, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  type SuppressionFactsFragment,
  SuppressionLiftsDocument,
  type SuppressionLiftsQuery,
  SuppressionsDocument,
} from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { useOpen } from '../dialogs/act-dialog.ts';
import { ImportButton } from '../imports/import-dialog.tsx';
import { Card } from '../page.tsx';
import { useKeyNames } from '../platforms/use-key-names.ts';
import { type Column, Rows } from '../rows.tsx';
import { Empty } from '../states.tsx';
import { When } from '../when.tsx';
import { useMayLift } from './may-lift.ts';
import { useSuppressor } from './suppressed-note.tsx';
import { LiftDialog, SuppressDialog } from './suppression-acts.tsx';

const text = words.people;

type Row = SuppressionFactsFragment;

interface SuppressionListProps {
  readonly workspace: string;
  readonly search: string | undefined;
  /** Where the search found nothing. */
  readonly onClear?: () => void;
}

export function SuppressionList({ workspace, search, onClear }: SuppressionListProps): ReactNode {
  const listing = useList(
    SuppressionsDocument,
    { workspace, search: search ?? null },
    ({ suppressions }) => suppressions,
  );
  const [lifting, setLifting] = useState<Row | null>(null);
  const by = useSuppressor();
  const mayLift = useMayLift();
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
    {
      title: text.note,
      width: 'minmax(0, 1.4fr)',
      cell: (row) => {
        const said = [row.note, by(row)].filter(Boolean).join(' · ');
        return said && <span className="cut">{said}</span>;
      },
    },
    { title: text.reach, width: 'minmax(0, 1fr)', cell: ({ scope }) => words.suppressionScopes[scope] },
    { title: text.since, width: '7.5rem', align: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      title: words.common.actions,
      width: '4.5rem',
      align: 'end',
      cell: (row) =>
        mayLift(row) && (
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
        empty={<NoSuppression workspace={workspace} isSearch={Boolean(search)} onClear={onClear} />}
      />
      {lifting && (
        <LiftDialog workspace={workspace} id={lifting.id} email={lifting.email} onClose={() => setLifting(null)} />
      )}
    </>
  );
}

interface NoSuppressionProps {
  readonly workspace: string;
  readonly isSearch: boolean;
  readonly onClear: (() => void) | undefined;
}

function NoSuppression({ workspace, isSearch, onClear }: NoSuppressionProps): ReactNode {
  if (isSearch) {
    return (
      <Empty icon={SearchX} title={text.noSuppressionMatchTitle} hint={text.noSuppressionMatchHint} isShort>
        {onClear && <Button onClick={onClear}>{words.common.clear}</Button>}
      </Empty>
    );
  }
  return (
    <Empty icon={ShieldCheck} title={text.noSuppressionsTitle} hint={text.noSuppressionsHint} isShort>
      <ImportButton workspace={workspace} kind="suppressions" />
    </Empty>
  );
}

/** The button that suppresses an address of a workspace, for keys that may. */
export function SuppressButton({
  workspace,
  email,
}: {
  readonly workspace: string;
  readonly email?: string;
}): ReactNode {
  const asking = useOpen();
  const { allow } = useScopes();
  if (!allow('people', 'manage')) return null;
  return (
    <>
      <Button icon={ShieldBan} onClick={asking.show}>
        {email ? text.suppressHere : text.suppress}
      </Button>
      {asking.open && <SuppressDialog workspace={workspace} {...(email ? { email } : {})} onClose={asking.hide} />}
    </>
  );
}

type Lift = NonNullable<SuppressionLiftsQuery['suppressionLifts']>['nodes'][number];

/** The suppressions that were lifted through a workspace; of one address where it is named. */
export function LiftList({ workspace, email }: { readonly workspace: string; readonly email?: string }): ReactNode {
  const listing = useList(
    SuppressionLiftsDocument,
    { workspace, email: email ?? null },
    ({ suppressionLifts }) => suppressionLifts,
  );
  const keyName = useKeyNames();
  const columns: readonly Column<Lift>[] = [
    {
      title: text.reason,
      width: 'minmax(0, 1fr)',
      narrow: 'first',
      cell: ({ reason }) => words.suppressionReasons[reason],
    },
    {
      title: text.note,
      width: 'minmax(0, 2fr)',
      cell: ({ note, byKeyId }) =>
        [note, byKeyId ? text.byKey(keyName(byKeyId)) : text.byOperator].filter(Boolean).join(' · '),
    },
    { title: text.since, width: '7.5rem', align: 'end', cell: ({ suppressedAt }) => <When at={suppressedAt} /> },
    { title: text.liftedAt, width: '7.5rem', align: 'end', cell: ({ liftedAt }) => <When at={liftedAt} /> },
  ];
  // An empty list takes no room.
  if (listing.rows?.length === 0 && !listing.hasMore && listing.fault === null) return null;
  return (
    <Card title={text.lifts} flush>
      <Rows label={text.lifts} listing={listing} columns={columns} keyOf={({ id }) => id} empty={null} />
    </Card>
  );
}
