/** Suppressions: addresses that are not mailed. */
import { SuppressionBlocks, SuppressionReason } from '../prisma/generated/client.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { liftSuppression } from '../src/suppressions/lift-suppression.ts';
import { countSuppressions, listSuppressions } from '../src/suppressions/list-suppressions.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { Node } from './node.ts';

export const ReasonEnum = builder.enumType(SuppressionReason, {
  name: 'SuppressionReason',
  description: 'Reasons to withhold email from an address.',
  values: {
    hard_bounce: { description: 'The address cannot receive.' },
    complaint: { description: 'The person marked an email as spam.' },
    soft_bounces: { description: 'The mailbox was full or inactive on five days, with no delivery between.' },
    manual: { description: 'A caller suppressed the address by hand with addressSuppress.' },
  },
});
const BlocksEnum = builder.enumType(SuppressionBlocks, {
  name: 'SuppressionBlocks',
  description: 'Kinds of email that are withheld from the address.',
  values: {
    all: { description: 'Transactional and marketing email.' },
    marketing: { description: 'Marketing email alone.' },
  },
});
export const ScopeEnum = builder.enumType('SuppressionScope', {
  description: 'Reach of a suppression: one workspace, or the whole platform.',
  values: {
    workspace: { description: 'Only the workspace in which the cause occurred.' },
    platform: { description: 'Every workspace of the platform.' },
  },
});

/** Further fields are added in suppression-acts.ts (the note, and whether a key made it) and relations.ts (workspace). */
export const Suppression = builder.prismaObject('Suppression', {
  description: 'An address that receives no email, or no marketing email.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'The address; null after the erasure of its person. A hash still blocks the address.',
    }),
    reason: t.expose('reason', {
      type: ReasonEnum,
      description: 'Why the address is blocked: a bounce, mailbox faults or a complaint.',
    }),
    blocks: t.field({
      type: [BlocksEnum],
      description: 'Kinds of email that are withheld.',
      select: { blocks: true },
      resolve: ({ blocks }) => [blocks],
    }),
    scope: t.field({
      type: ScopeEnum,
      description: 'Whether the suppression applies to this workspace or to the whole platform.',
      select: { workspaceId: true },
      resolve: ({ workspaceId }) => (workspaceId === null ? 'platform' : 'workspace'),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time of the occurrence that blocked the address.',
    }),
  }),
});

export const SuppressionConnection = builder.connectionObject(
  { type: Suppression, name: 'SuppressionConnection' },
  { name: 'SuppressionEdge' },
);

builder.queryField('suppressions', (t) =>
  t.connection(
    {
      type: Suppression,
      description:
        'Lists, newest first, the suppressions of the workspace and those of the whole platform whose address belongs to a contact of the workspace or received one of its messages in the last 90 days. A key for all workspaces also finds every platform-wide suppression that was made by hand. A page of a long list may have fewer rows although hasNextPage is true.',
      args: {
        workspace: t.arg.id({ required: true, description: 'Id of the workspace, or ref:<reference>.' }),
        search: t.arg.string({ description: 'Part of the address, in any case; up to 255 characters.' }),
        reason: t.arg({ type: ReasonEnum, description: 'Only addresses that are blocked for this reason.' }),
        scope: t.arg({ type: ScopeEnum, description: 'Only suppressions of this reach.' }),
        from: t.arg({ type: 'DateTime', description: 'Only occurrences of this time or later.' }),
        until: t.arg({ type: 'DateTime', description: 'Only occurrences before this time.' }),
      },
      resolve: (_root, { workspace, search, reason, scope, from, until, ...args }, viewer, info) => {
        const filter = { search, reason, scope, from, until };
        const read = (window: PageWindow, query: RowQuery) =>
          listSuppressions(tenant(viewer), workspace, filter, window, query);
        const count = (limit: number) => countSuppressions(tenant(viewer), workspace, filter, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    SuppressionConnection,
  ),
);

const SuppressionLiftPayload = builder.objectRef<{ readonly id: string }>('SuppressionLiftPayload').implement({
  description: 'The lifted suppression, which no longer blocks email.',
  fields: (t) => ({ liftedSuppressionId: t.exposeID('id', { description: 'Id of the entry that is gone.' }) }),
});

builder.mutationField('suppressionLift', (t) =>
  t.field({
    type: SuppressionLiftPayload,
    description:
      'Lifts a block of all email, whatever its reason. A block of the whole platform is lifted in every workspace. A block of marketing email after a complaint stays, and so does an opt-out: only the person can consent again. Errors: suppression_permanent, for a block of marketing email.',
    args: {
      workspace: t.arg.id({ required: true, description: 'Id of the workspace, or ref:<reference>.' }),
      id: t.arg.id({
        required: true,
        description: 'Id of an entry that the list of the workspace shows to the caller; not_found otherwise.',
      }),
      note: t.arg.string({
        description: 'Reason in words, 1 to 1,000 characters; suppressionLifts shows it for 90 days.',
      }),
    },
    resolve: async (_root, { workspace, id, note }, viewer) => ({
      id: await liftSuppression(tenant(viewer), workspace, id, note),
    }),
  }),
);
