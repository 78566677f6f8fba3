/** The newest mails to one person, the way to all of them, and the emits that were refused. */
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type MessageFilter, MessagesDocument } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useSubjects } from '../../api/use-subjects.ts';
import { words } from '../../words.ts';
import { RefusedOf } from '../events/refused-of.tsx';
import { Card } from '../page.tsx';
import { Rows } from '../rows.tsx';
import { columnsOfPerson, messageKey, messageLink } from './message-columns.tsx';
import { useMailSubjects } from './use-mail-subjects.ts';

const text = words.person;

const shownMost = 8;

interface LatestMailsProps {
  /** Null: every workspace. */
  readonly workspace: string | null;
  readonly email: string;
  readonly filter: MessageFilter;
  /** The list of all of them. */
  readonly all: Pick<LinkProps, 'to' | 'search'>;
}

export function LatestMails({ workspace, email, filter, all }: LatestMailsProps): ReactNode {
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
  const isWithout = rows?.length === 0 && !hasMore && listing.fault === null;
  const refused = <RefusedOf workspace={workspace} email={email} saysNone={isWithout} />;
  if (isWithout) {
    return (
      <>
        <p className="hint">{text.noMessages}</p>
        {refused}
      </>
    );
  }
  return (
    <>
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
      {refused}
    </>
  );
}
