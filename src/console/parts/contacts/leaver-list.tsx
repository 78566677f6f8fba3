/** Who left by themselves in all workspaces, with when and how: who left last first (docs/rules.md#leavers). */
import { UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { LeaversDocument, type LeaversQuery } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { type Column, Rows } from '../rows.tsx';
import { Empty } from '../states.tsx';
import { At } from '../when.tsx';

const text = words.people;

type Listed = NonNullable<LeaversQuery['leavers']>['people'][number];
type Row = Listed & {
  readonly contact: NonNullable<Listed['contact']>;
  readonly workspace: NonNullable<Listed['workspace']>;
};

const columns: readonly Column<Row>[] = [
  { title: text.address, width: 'minmax(0, 2fr)', narrow: 'first', cell: ({ contact }) => contact.email },
  {
    title: words.common.workspace,
    width: 'minmax(0, 1.4fr)',
    cell: ({ workspace }) => <span className="cut">{workspace.name}</span>,
  },
  {
    title: text.leftBy,
    width: 'minmax(8.5rem, 1fr)',
    cell: ({ source }) => <Badge tone="info">{words.consentSources[source]}</Badge>,
  },
  { title: text.leftAt, width: '9.5rem', align: 'end', isNamed: true, cell: ({ at }) => <At at={at} /> },
];

/** Null for a person who was deleted meanwhile. */
function rowOf({ contact, workspace, ...rest }: Listed): readonly Row[] {
  return contact === null || workspace === null ? [] : [{ ...rest, contact, workspace }];
}

export function LeaverList(): ReactNode {
  const { data, fault, retry } = useAsk(LeaversDocument, {});
  const found = data?.leavers;
  const rows = found?.people.flatMap(rowOf);
  return (
    <>
      <h2 className="part">{text.leftThemselves}</h2>
      <p className="hint">{`${text.leftThemselvesHint} ${found?.capped ? text.leftSome : text.leftElsewhere}`}</p>
      <Rows
        label={text.leftThemselves}
        listing={{ rows, fault, hasMore: false, isFetchingMore: false, retry, more: () => undefined }}
        columns={columns}
        keyOf={({ contact }) => contact.id}
        linkOf={({ contact, workspace }) => ({
          to: '/people/$workspace/$contact',
          params: { workspace: workspace.id, contact: contact.id },
        })}
        empty={<Empty icon={UsersRound} title={text.nobodyThemselves} hint={text.leftElsewhere} isShort />}
      />
    </>
  );
}
