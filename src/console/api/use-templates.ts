/** The event types with their templates: those that mailed most in the last days first, then the others by name. */
import { useMemo } from 'react';
import { addDays, firstTimeZone, todayIn } from '../charts/days.ts';
import {
  type TemplateLineFragment,
  TemplatesDocument,
  TemplateUseDocument,
  type TemplateUseQuery,
  UsedTemplatesDocument,
} from './operations.ts';
import { type Listing, useAsk, useList } from './use-ask.ts';
import { useScopes } from './use-scopes.ts';

/** Days whose mail counts. */
export const usedDays = 30;
/** Templates that are lifted to the top. */
const firstMost = 20;

export interface TemplateList extends Listing<TemplateLineFragment> {
  /** Mails of the last days by the id of the event type; null where the key sees no figures. */
  readonly mails: ReadonlyMap<string, number> | null;
}

export function useTemplates(search: string | undefined): TemplateList {
  const isWide = useScopes().allowWide('read');
  const to = todayIn(firstTimeZone);
  const use = useAsk(TemplateUseDocument, { from: addDays(to, 1 - usedDays), to }, { enabled: isWide });
  const mails = useMemo(() => mailsOf(use.data), [use.data]);
  const ids = [...mails.keys()].slice(0, firstMost);
  const used = useAsk(UsedTemplatesDocument, { ids }, { enabled: ids.length > 0 && search === undefined, keep: true });
  const listing = useList(TemplatesDocument, { search: search ?? null }, ({ eventTypes }) => eventTypes);
  // Rows that stood elsewhere for a moment would move under the reader's hand.
  const isWaiting = isWide && search === undefined && (use.isPending || (ids.length > 0 && used.isPending));
  const nodes = search === undefined ? (used.data?.nodes ?? []) : [];
  const first = nodes.flatMap((node) => (node?.__typename === 'EventType' ? [node] : []));
  const others = listing.rows?.filter(({ id }) => first.every((line) => line.id !== id));
  return {
    ...listing,
    rows: isWaiting || others === undefined ? undefined : [...first, ...others],
    mails: isWide ? mails : null,
  };
}

function mailsOf(use: TemplateUseQuery | undefined): ReadonlyMap<string, number> {
  const groups = use?.figures?.groups ?? [];
  return new Map(
    groups.flatMap(({ eventType, figures }) => (eventType ? [[eventType.id, figures.accepted] as const] : [])),
  );
}
