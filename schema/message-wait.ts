/** What a message or the mail of a workspace waits for, and the block that withholds a message. */
import { findSuppressionIdsOf } from '../src/explain/find-suppression-ids-of.ts';
import { loadWaits } from '../src/explain/waits/load-waits.ts';
import { loadWorkspaceWaits } from '../src/explain/waits/load-workspace-waits.ts';
import type { Wait, WaitKind } from '../src/explain/waits/wait-of.ts';
import { findSuppressionsById } from '../src/suppressions/find-suppressions-by-id.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';
import { Suppression } from './suppression.ts';

const kinds = {
  send_at: { description: 'The time at which the mail leaves, as its emit said.' },
  hour: { description: 'The address had its thirty mails of the hour when the time of the mail came.' },
  erasure: { description: 'The person is being erased, and the message with them.' },
  workspace_deleted: { description: 'The workspace is deleted; the message fails in its next turn.' },
  suspended: { description: 'Somebody suspended the workspace.' },
  suppression: { description: 'The address was suppressed meanwhile; the message is withheld in its next turn.' },
  consent: { description: 'The contact does not want the topic; the message is withheld in its next turn.' },
  domain: { description: 'The sending domain may not send, or was verified a few seconds ago.' },
  paused: { description: 'The health of the workspace paused its mail.' },
  day_cap: { description: 'The workspace has sent its mail of the day.' },
  retry: { description: 'A server rejected the mail for now; the next attempt has its time.' },
  exchanger: { description: 'No mail server was reached; the next attempt has its time.' },
  quiet: {
    description:
      "The recipient's mail servers asked for less mail, or a new address has sent them its mail of the day.",
  },
  restore: { description: 'The database was restored from a backup; the operator of the service decides.' },
  turn: { description: 'Nothing but the next turn of the workspace, which a worker takes.' },
  attempt: { description: 'The end of an attempt under way.' },
  report: { description: 'The delivery report that a relay promised.' },
} satisfies Readonly<Record<WaitKind, { readonly description: string }>>;

const WaitKindEnum = builder.enumType('MessageWaitKind', {
  description: 'Kinds of things that a message can wait for.',
  values: kinds,
});

const MessageWait = builder.objectRef<Wait>('MessageWait').implement({
  description: 'The first thing that holds a message which has not ended; messageExplain lists all of them.',
  fields: (t) => ({
    kind: t.expose('kind', { type: WaitKindEnum, description: 'Rule or party that holds the message.' }),
    fact: t.exposeString('fact', { description: 'The reason as an English clause without addresses.' }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the wait; null where no time was recorded.',
    }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the wait ends by itself, before the expiry of the message; null where somebody has to act, or the message expires first.',
    }),
    endedBy: t.exposeString('endedBy', { description: 'Event or action that ends the wait, as an English clause.' }),
  }),
});

builder.prismaObjectFields('Message', (t) => ({
  waitingFor: t.field({
    type: MessageWait,
    nullable: true,
    complexity: { field: workCost.wait, multiplier: 1 },
    description: `The rule or party that holds the message now, with the end of the wait; null once the message has ended. Costs as much as ${workCost.wait} fields.`,
    select: { id: true },
    resolve: async ({ id }, _args, viewer, info) => {
      const read = (ids: readonly string[]) => loadWaits(tenant(viewer), ids);
      return (await loadTogether(viewer, info, { what: 'wait', id, read }))?.wait ?? null;
    },
  }),
  suppression: t.field({
    type: Suppression,
    nullable: true,
    description:
      'The suppression that withheld the message, or would withhold a message to its address now; null without one, once it was lifted, and for simulated mail.',
    select: { id: true },
    resolve: async ({ id }, _args, viewer, info) => {
      const ctx = tenant(viewer);
      const read = (ids: readonly string[]) => findSuppressionIdsOf(ctx, ids);
      const block = await loadTogether(viewer, info, { what: 'suppression of the message', id, read });
      if (block === null) return null;
      return loadTogether(viewer, info, {
        what: 'suppression',
        id: block.suppressionId,
        returned: true,
        read: (ids, query) => findSuppressionsById(ctx, ids, query),
      });
    },
  }),
}));

builder.prismaObjectField('Workspace', 'waitingFor', (t) =>
  t.field({
    type: MessageWait,
    nullable: true,
    complexity: { field: workCost.wait, multiplier: 1 },
    description: `The rule that holds all real mail of the workspace now, such as its day cap; null while mail goes out. Costs as much as ${workCost.wait} fields.`,
    select: { id: true },
    resolve: async ({ id }, _args, viewer, info) => {
      const read = (ids: readonly string[]) => loadWorkspaceWaits(tenant(viewer), ids);
      return (await loadTogether(viewer, info, { what: 'wait of the workspace', id, read }))?.wait ?? null;
    },
  }),
);
