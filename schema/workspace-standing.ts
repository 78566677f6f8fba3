/** Whether and how much a workspace may send: its sending state and its health. */
import { HealthState } from '../prisma/generated/client.ts';
import type { HealthReason } from '../src/workspaces/health/health-transitions.ts';
import type { SendingState } from '../src/workspaces/sending-state.ts';
import { builder } from './builder.ts';

export const HealthStateEnum = builder.enumType(HealthState, {
  name: 'HealthState',
  description: 'Sending level that follows from the rates of bounces and complaints.',
  values: {
    ramping: { description: 'Too few sends yet to judge the rates; daily caps may apply.' },
    established: { description: 'Enough sends with rates below the limits; no daily cap.' },
    throttled: { description: 'High rates; only a share of the usual daily volume goes out, a tenth by default.' },
    paused: { description: 'Rates of bounces or complaints are so high that no mail goes out.' },
  },
});

const healthReasons = {
  volume_reached: { description: 'The workspace has sent enough for its rates to be judged.' },
  bounce_rate: { description: 'The rate of hard bounces crossed a line.' },
  complaint_rate: { description: 'The rate of complaints crossed a line.' },
  recovered: { description: 'The rates stayed under their lines for long enough.' },
  released: { description: 'The operator let the workspace send again.' },
} satisfies Readonly<Record<HealthReason, { readonly description: string }>>;

export const HealthReasonEnum = builder.enumType('HealthReason', {
  description: 'Causes of a change of the sending level.',
  values: healthReasons,
});

const SendingStateEnum = builder.enumType('SendingState', {
  description: 'Whether mail of the workspace goes out now.',
  values: {
    ready: { description: 'Mail goes out.' },
    waiting: { description: 'The domain was verified seconds ago. Emits are accepted, and mail goes out shortly.' },
    blocked: { description: 'No mail goes out; `reason` names the cause.' },
  },
});

const SendingBlockReasonEnum = builder.enumType('SendingBlockReason', {
  description: 'Cause that prevents sending.',
  values: {
    suspended: { description: 'The workspace is suspended, until workspaceResume, or its whole platform is.' },
    no_identity: { description: 'The platform has no sending domain.' },
    identity_not_sendable: { description: 'The sending domain is not verified.' },
  },
});

export const Sending = builder.objectRef<SendingState>('WorkspaceSending').implement({
  description: 'Whether mail of the workspace goes out now, and what prevents it.',
  fields: (t) => ({
    state: t.expose('state', { type: SendingStateEnum, description: 'Whether mail goes out now.' }),
    reason: t.expose('reason', {
      type: SendingBlockReasonEnum,
      nullable: true,
      description: 'Cause of `blocked`; null in the other states.',
    }),
  }),
});

export const Health = builder.prismaObject('WorkspaceHealth', {
  description: 'Sending level by the rates of bounces and complaints.',
  fields: (t) => ({
    state: t.expose('state', {
      type: HealthStateEnum,
      description: 'Present level: ramping, established, throttled or paused.',
    }),
    reason: t.field({
      type: HealthReasonEnum,
      nullable: true,
      description: 'Cause of the last change, such as a bounce rate; null before the first.',
      select: { reason: true },
      resolve: ({ reason }) => reason as HealthReason | null,
    }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the workspace entered this level.',
    }),
  }),
});
