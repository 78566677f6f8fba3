/** The subjects of mails, kept for the way back to a list as long as the session lasts. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../api/ask.ts';
import { createFoundLater, type FoundLater } from '../../api/found-later.ts';
import { MailSubjectsDocument } from '../../api/operations.ts';
import { usePlatform } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { firstContents } from '../lazy/first-contents.ts';

export type MailSubjects = FoundLater<string>;

/** Null where the key may not see what mails say. */
export function useMailSubjects(): MailSubjects | null {
  const client = useQueryClient();
  const platform = usePlatform();
  const people = useScopes().allow('people');
  return useMemo(() => {
    if (!people) return null;
    const place = ['mail subjects', platform];
    const kept = client.getQueryData<MailSubjects>(place);
    if (kept) return kept;
    const made = createFoundLater<string>(async (ids) => {
      const { nodes } = await ask(MailSubjectsDocument, { ids }, { platform });
      return (nodes ?? []).flatMap((node) =>
        node !== null && 'subject' in node ? [{ id: node.id, value: node.subject ?? null }] : [],
      );
    }, firstContents());
    client.setQueryData(place, made);
    return made;
  }, [client, platform, people]);
}
