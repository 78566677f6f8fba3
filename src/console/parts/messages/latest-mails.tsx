/** The newest mails to one person, and the way to all of them. */
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type MessageFilter, MessagesDocument } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { useSubjects } from '../../api/use-subjects.ts';
import { words } from '../../words.ts';
import { Card } from '../page.tsx';
import { Rows } from '../rows.tsx';
import { columnsOfPerson, messageKey, messageLink } from './message-columns.tsx';
import { useMailSubjects } from './use-mail-subjects.ts';

const text = words.person;

const shownMost = 8;

interface LatestMailsProps {
  /** Null: every workspace. */
  readonly workspace: string | null;
  readonly filter: MessageFilter;
  /** The list of all of them. */
  readonly all: Pick<LinkProps, 'to' | 'search'>;
}

export function LatestMails({ workspace, filter, all }: LatestMailsProps): ReactNode {
  // An erasure removes messages after its response.
  const listing = useList(MessagesDocument, { workspace, filter, first: shownMost }, ({ messages }) => messages, {
    live: true,
  });
  const { rows, hasMore } = listing;
  const versions = useMemo(() => (rows ?? []).map((row) => row.templateVersionId), [rows]);
  const templates = useSubjects(versions, true);
  const mails = useMailSubjects();
  const columns = useMemo(
    () => columnsOfPerson({ templates, mails }, workspace !== null),
    [templates, mails, workspace],
  );
  const isWide = useScopes().allowWide('read');
  if (rows?.length === 0 && !hasMore && listing.fault === null) {
    return (
      <p className="hint">
        {text.noMessages}
        {isWide && (
          <>
            {` ${text.maybeRefused} `}
            <Link to="/messages" search={{ view: 'refused', ...(workspace ? { workspace } : { all: 'yes' }) }}>
              {words.messages.refused}
            </Link>
          </>
        )}
      </p>
    );
  }
  return (
    <Card title={text.messages} flush {...(hasMore ? { actions: <Link {...all}>{text.allMessages}</Link> } : {})}>
      <Rows
        label={text.messages}
        listing={{ ...listing, rows: rows?.slice(0, shownMost), hasMore: false }}
        columns={columns}
        keyOf={messageKey}
        linkOf={messageLink}
        empty={null}
      />
    </Card>
  );
}
