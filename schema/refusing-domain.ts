/** Whose mail servers take no mail now, for the support people of a platform. */
import {
  listRefusingDomains,
  type RefusingDomain as Refusing,
  type RefusingDomains as RefusingList,
  refusingDomainsMax,
} from '../src/messages/exchangers/list-refusing-domains.ts';
import { builder, tenant } from './builder.ts';
import { listOfCost, workCost } from './field-cost.ts';

const RefusingDomain = builder.objectRef<Refusing>('RefusingDomain').implement({
  description: 'A domain of recipients whose mail servers refused mail for now, or were not reached.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'Domain of the addresses, such as example.com.' }),
    waiting: t.exposeInt('waiting', { description: 'Messages that were tried and wait for the next attempt.' }),
    waitingOtherwise: t.exposeInt('waitingOtherwise', {
      description:
        'Queued messages to the domain that wait for something else, such as a turn, or the mails of the next day.',
    }),
    workspaces: t.exposeInt('workspaces', { description: 'Number of workspaces that these messages are of.' }),
    since: t.expose('since', {
      type: 'DateTime',
      description: 'Time of the first attempt in vain at mail that still waits.',
    }),
    lastTriedAt: t.expose('lastTriedAt', { type: 'DateTime', description: 'Time of the last attempt.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      description: 'Earliest time of a next attempt, past or future.',
    }),
    exchanger: t.exposeString('exchanger', {
      nullable: true,
      description: 'Mail server of the last attempt; null where none was found.',
    }),
    reply: t.exposeString('reply', {
      nullable: true,
      description: 'Answer of the server to the last attempt, without addresses; null where it was not reached.',
    }),
  }),
});

const RefusingDomains = builder.objectRef<RefusingList>('RefusingDomains').implement({
  description: 'Domains of recipients whose mail waits after attempts in vain, most waiting mail first.',
  fields: (t) => ({
    domains: t.field({
      type: [RefusingDomain],
      complexity: listOfCost(refusingDomainsMax),
      description: 'Up to 50 domains.',
      resolve: ({ domains }) => [...domains],
    }),
    capped: t.exposeBoolean('capped', {
      description:
        'Whether more domains follow, or the platform has more than 10,000 open messages: others are not counted.',
    }),
  }),
});

builder.queryField('refusingDomains', (t) =>
  t.field({
    type: RefusingDomains,
    complexity: { field: workCost.acrossWorkspaces, multiplier: 1 },
    description: `Recipient domains whose mail servers take no mail now: how much waits, since when, and what they answered. Costs as much as ${workCost.acrossWorkspaces} fields.`,
    resolve: (_root, _args, viewer) => listRefusingDomains(tenant(viewer)),
  }),
);
