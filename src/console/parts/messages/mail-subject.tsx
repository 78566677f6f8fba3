/** The subject of one mail in a list: that of its template until its own is known, and where it has none to show. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { MailSubjects } from './use-mail-subjects.ts';

interface MailSubjectProps {
  /** Null where the key may not see what mails say. */
  readonly mails: MailSubjects | null;
  /** Id of the message. */
  readonly id: string;
  readonly otherwise: string;
}

export function MailSubject({ mails, id, otherwise }: MailSubjectProps): ReactNode {
  useEffect(() => mails?.want(id), [mails, id]);
  const subject = useSyncExternalStore(mails?.subscribe ?? subscribeToNothing, () => mails?.of(id));
  return (
    <span className="cut" title={subject ?? undefined}>
      {subject ?? otherwise}
    </span>
  );
}

const subscribeToNothing = () => () => undefined;
