/** Lists as lines of the search, by what narrows them. */
import type { FindDomainQuery } from '../api/operations.ts';
import { words } from '../words.ts';
import type { Entry } from './entry.ts';

const text = words.finder;

/** Whether the servers of a domain refuse, what waits for it, with the reason of the oldest; and all mail to it. */
export function entriesOfDomain(domain: string, found: FindDomainQuery | undefined): readonly Entry[] {
  const { nodes = [], totalCount, totalCountCapped } = found?.messages ?? {};
  const number = totalCount ? text.waits(words.common.total(totalCount, totalCountCapped === true)) : text.noneWaits;
  const all: Entry = {
    value: `domain ${domain}`,
    kind: 'page',
    title: text.messagesToDomain(domain),
    going: { to: { to: '/messages', search: { domain, all: 'yes' } } },
  };
  if (!found) return [all];
  const refusing = found.refusingDomains?.domains.find((one) => one.domain === domain);
  const otherwise = refusing?.waitingOtherwise ? text.otherwise(refusing.waitingOtherwise) : null;
  const waiting: Entry = {
    value: `waits ${domain}`,
    kind: 'page',
    title: text.waitingFor(domain),
    // Where its servers refuse, the oldest may wait for something else.
    detail: [number, refusing ? otherwise : nodes[0]?.waitingFor?.fact].filter(Boolean).join(' · '),
    going: { to: { to: '/messages', search: { domain, state: 'queued', all: 'yes' } } },
  };
  const servers: readonly Entry[] = refusing
    ? [
        {
          value: `servers ${domain}`,
          kind: 'page',
          title: text.refuses(domain),
          detail: [
            words.mailServers.mails(refusing.waiting, refusing.workspaces),
            refusing.reply ?? words.mailServers.notReached,
          ].join(' · '),
          at: refusing.since,
          going: { to: { to: '/mail-servers' } },
        },
      ]
    : [];
  return [...servers, ...(totalCount ? [waiting, all] : [all, waiting])];
}

/** Of the messages whose keys begin with a text. */
export function entryOfKeys(start: string): Entry {
  return {
    value: `keys ${start}`,
    kind: 'page',
    title: text.messagesOfKeys(start),
    going: { to: { to: '/messages', search: { key: start, all: 'yes' } } },
  };
}

export function entryOfRequest(request: string): Entry {
  return {
    value: `request ${request}`,
    kind: 'page',
    title: text.refusedOf,
    detail: request,
    going: { to: { to: '/messages', search: { view: 'refused', request } } },
  };
}
