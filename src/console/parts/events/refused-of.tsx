/** The newest refused emits to one person: no mail came of them, and here is why. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { RefusedEmitsDocument } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Card } from '../page.tsx';
import { Rows } from '../rows.tsx';
import { refusedColumnsOfPerson, refusedKey } from './refused-columns.tsx';

const text = words.person;

const shownMost = 5;

interface RefusedOfProps {
  /** Null: every workspace, and emits that named none. */
  readonly workspace: string | null;
  readonly email: string;
  /** Whether a line says that there are none. */
  readonly saysNone: boolean;
}

export function RefusedOf({ workspace, email, saysNone }: RefusedOfProps): ReactNode {
  const isAllowed = useScopes().allowWide('read', 'people');
  const listing = useList(
    RefusedEmitsDocument,
    { filter: { workspace, recipient: email }, first: shownMost },
    ({ refusedEmits }) => refusedEmits,
    { enabled: isAllowed, live: true },
  );
  const { rows, fault, hasMore } = listing;
  const columns = useMemo(() => refusedColumnsOfPerson(workspace !== null), [workspace]);
  if (!isAllowed || rows === undefined || fault !== null) return null;
  const all = { view: 'refused', ...(workspace === null ? { all: 'yes' } : { workspace }) };
  if (rows.length === 0) {
    if (!saysNone) return null;
    return (
      <p className="hint">
        {`${text.noRefused} `}
        <Link to="/messages" search={all}>
          {words.messages.refused}
        </Link>
      </p>
    );
  }
  return (
    <Card
      title={text.refused}
      hint={text.refusedHint}
      flush
      {...(hasMore
        ? {
            actions: (
              <Link to="/messages" search={{ ...all, recipient: email }}>
                {text.allRefused}
              </Link>
            ),
          }
        : {})}
    >
      <Rows
        label={text.refused}
        listing={{ ...listing, rows: rows.slice(0, shownMost), hasMore: false }}
        columns={columns}
        keyOf={refusedKey}
        empty={null}
      />
    </Card>
  );
}
