/** Suppressions by hand: an address is suppressed with a note, and the lifts of the past. */
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { findSuppressionsById } from '../src/suppressions/find-suppressions-by-id.ts';
import { countSuppressionLifts, listSuppressionLifts } from '../src/suppressions/list-suppression-lifts.ts';
import { suppressByHand } from '../src/suppressions/suppress-by-hand.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { ReasonEnum, ScopeEnum } from './suppression.ts';

builder.prismaObjectFields('Suppression', (t) => ({
  note: t.exposeString('note', {
    nullable: true,
    description: 'Text that was sent with addressSuppress; null for other suppressions and after an erasure.',
  }),
  byKeyId: t.exposeID('apiKeyId', {
    nullable: true,
    description: 'Id of the API key that suppressed the address by hand; null otherwise, and for the operator.',
  }),
}));

const AddressSuppressPayload = builder.objectRef<{ readonly id: string }>('AddressSuppressPayload').implement({
  description: 'The suppression that blocks the address in the workspace.',
  fields: (t) => ({
    suppression: t.prismaField({
      type: 'Suppression',
      nullable: true,
      description: 'The entry in the list of the workspace; null when another call lifted it meanwhile.',
      resolve: async (query, { id }, _args, viewer) =>
        (await findSuppressionsById(tenant(viewer), [id], query))[0] ?? null,
    }),
  }),
});

builder.mutationField('addressSuppress', (t) =>
  t.field({
    type: AddressSuppressPayload,
    description:
      'Suppresses an address in one workspace, or in all of the platform. Mail that waits for the address becomes suppressed, with its webhooks; contact.suppressed is not sent, since the change is the caller’s own. An address that is already blocked so keeps its reason. Consent does not lift the block; suppressionLift does, but for a complaint. Errors: forbidden, for the whole platform and a key of one workspace.',
    args: {
      workspace: t.arg.id({ required: true, description: 'Id of the workspace, or ref:<reference>.' }),
      email: t.arg.string({ required: true, description: 'Complete address, 3 to 254 characters.' }),
      reach: t.arg({
        type: ScopeEnum,
        description:
          'Workspaces in which the address is blocked: this one, or all of the platform. Default: workspace.',
      }),
      reason: t.arg({
        type: ReasonEnum,
        description:
          'Cause that the caller knows: manual, hard_bounce, or complaint, which blocks marketing email alone. Default: manual.',
      }),
      note: t.arg.string({ description: 'Reason in words, 1 to 1,000 characters; kept until the block is lifted.' }),
    },
    resolve: async (_root, { workspace, ...given }, viewer) => ({
      id: await suppressByHand(tenant(viewer), workspace, given),
    }),
  }),
);

const SuppressionLiftRecord = builder.prismaObject('SuppressionLift', {
  description: 'A suppression that was lifted, kept for 90 days or until the erasure of the person.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the record, a ULID.' }),
    reason: t.expose('reason', { type: ReasonEnum, description: 'Why the address had been blocked.' }),
    scope: t.field({
      type: ScopeEnum,
      description: 'Whether the block had reached one workspace or the whole platform.',
      select: { platformWide: true },
      resolve: ({ platformWide }) => (platformWide ? 'platform' : 'workspace'),
    }),
    suppressedAt: t.expose('suppressedAt', { type: 'DateTime', description: 'Time at which the block had begun.' }),
    liftedAt: t.expose('createdAt', { type: 'DateTime', description: 'Time at which the block ended.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Text that was sent with suppressionLift; null without.',
    }),
    byKeyId: t.exposeID('apiKeyId', {
      nullable: true,
      description: 'Id of the API key that lifted the block; null for the operator.',
    }),
  }),
});

builder.queryField('suppressionLifts', (t) =>
  t.connection(
    {
      type: SuppressionLiftRecord,
      description: 'Lists, newest first, the suppressions that were lifted through a workspace in the last 90 days.',
      args: {
        workspace: t.arg.id({ required: true, description: 'Id of the workspace, or ref:<reference>.' }),
        email: t.arg.string({ description: 'Only lifts for this complete address, in any case.' }),
      },
      resolve: (_root, { workspace, email, ...args }, viewer, info) => {
        const read = (window: PageWindow, query: RowQuery) =>
          listSuppressionLifts(tenant(viewer), workspace, { email }, window, query);
        const count = (limit: number) => countSuppressionLifts(tenant(viewer), workspace, { email }, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    { name: 'SuppressionLiftConnection' },
    { name: 'SuppressionLiftEdge' },
  ),
);
