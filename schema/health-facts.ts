/** What a workspace's health rests on: counts, lines, volume, the day's cap, the history, and when it recovers. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Viewer } from '../src/context.ts';
import type { HealthLimits, HealthLine as Line } from '../src/ground/config/health-limits.ts';
import { healthRecovery } from '../src/workspaces/health/health-recovery.ts';
import type { HealthReason } from '../src/workspaces/health/health-transitions.ts';
import {
  type HealthDay as Day,
  readHealthDays,
  readHealthWindows,
  type HealthWindow as Window,
} from '../src/workspaces/health/read-health.ts';
import { builder } from './builder.ts';
import { loadTogether } from './load-together.ts';
import { HealthReasonEnum, HealthStateEnum } from './workspace-standing.ts';

/** Changes of a workspace that are returned, at most. */
const changesShown = 10;

const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);

const HealthWindow = builder.objectRef<Window>('HealthWindow').implement({
  description: 'Real outcomes of the measured days, by which the health is judged; simulated mail is left out.',
  fields: (t) => ({
    since: t.expose('since', {
      type: 'DateTime',
      description: 'Start of the measured time: some days ago, or the end of the last pause.',
    }),
    ended: t.exposeInt('ended', { description: 'Messages that ended in this time, without suppressed ones.' }),
    delivered: t.exposeInt('delivered', { description: 'Messages that were delivered and did not bounce later.' }),
    hardBounces: t.exposeInt('hardBounces', { description: 'Bounces whose address cannot receive mail.' }),
    complaints: t.exposeInt('complaints', { description: 'Messages that recipients marked as spam.' }),
    bounceShare: t.float({
      nullable: true,
      description: 'Hard bounces among ended messages, 0 to 1; null when none ended.',
      resolve: ({ hardBounces, ended }) => share(hardBounces, ended),
    }),
    complaintShare: t.float({
      nullable: true,
      description: 'Complaints among delivered messages, 0 to 1; null when none was delivered.',
      resolve: ({ complaints, delivered }) => share(complaints, delivered),
    }),
  }),
});

const HealthLine = builder.objectRef<Line>('HealthLine').implement({
  description: 'A limit that is crossed when both the share and the number of bounces, or of complaints, are reached.',
  fields: (t) => ({
    bounceShare: t.exposeFloat('bounceShare', { description: 'Hard bounces among ended messages, such as 0.05.' }),
    bounces: t.exposeInt('bounces', { description: 'Smallest number of hard bounces that counts.' }),
    complaintShare: t.exposeFloat('complaintShare', { description: 'Share among delivered messages, such as 0.001.' }),
    complaints: t.exposeInt('complaints', { description: 'Smallest number of marked messages that counts.' }),
  }),
});

const HealthLines = builder.objectRef<HealthLimits>('HealthLines').implement({
  description: 'The limits of the deployment, equal for all workspaces.',
  fields: (t) => ({
    windowDays: t.exposeInt('windowDays', { description: 'Number of days whose outcomes are measured.' }),
    minEnded: t.exposeInt('minEnded', { description: 'Ended messages from which the shares are judged.' }),
    throttle: t.field({
      type: HealthLine,
      description: 'The limit from which a workspace is throttled.',
      resolve: ({ throttle }) => throttle,
    }),
    pause: t.field({
      type: HealthLine,
      description: 'The limit from which a workspace is paused.',
      resolve: ({ pause }) => pause,
    }),
  }),
});

const HealthDay = builder.objectRef<Day>('HealthDay').implement({
  description: "Real mails of the present day in the workspace's time zone.",
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The calendar day, such as 2026-03-29.' }),
    sent: t.exposeInt('sent', { description: 'Mails sent so far, and those that are being sent under a cap.' }),
    cap: t.exposeInt('cap', { nullable: true, description: 'Mails that may leave on this day; null: no limit.' }),
  }),
});

interface Volume {
  readonly sendingDays: number;
  readonly delivered: number;
  readonly wanted: HealthLimits['established'];
}

const HealthVolume = builder.objectRef<Volume>('HealthVolume').implement({
  description: 'Volume of a ramping workspace, which is established once both numbers are reached.',
  fields: (t) => ({
    sendingDays: t.exposeInt('sendingDays', { description: 'Days on which the workspace sent real mail so far.' }),
    sendingDaysWanted: t.int({
      description: 'Number of such days that are needed.',
      resolve: ({ wanted }) => wanted.sendingDays,
    }),
    delivered: t.exposeInt('delivered', { description: 'Real messages delivered in the last 90 days.' }),
    deliveredWanted: t.int({
      description: 'Number of deliveries that are needed.',
      resolve: ({ wanted }) => wanted.delivered,
    }),
  }),
});

const HealthChange = builder.prismaObject('HealthChange', {
  description: 'A move of a workspace from one sending level to another.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    from: t.expose('from', { type: HealthStateEnum, description: 'Sending level before the move.' }),
    to: t.expose('to', { type: HealthStateEnum, description: 'Sending level after the move.' }),
    reason: t.field({
      type: HealthReasonEnum,
      description: 'Cause of the move, such as a bounce rate.',
      select: { reason: true },
      // Only `applyVerdict` writes the column.
      resolve: ({ reason }) => reason as HealthReason,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the move.' }),
  }),
});

interface HealthKey {
  readonly platformId: string;
  readonly workspaceId: string;
}

/** The counts of a workspace; those of one page are read together. */
async function windowOf(viewer: Viewer, info: GraphQLResolveInfo, { platformId, workspaceId }: HealthKey) {
  const found = await loadTogether(viewer, info, {
    what: `health window ${platformId}`,
    id: workspaceId,
    read: (ids) => readHealthWindows(viewer.app, { platformId, ids }),
  });
  if (found === null) throw new Error('A workspace has health');
  return found;
}

const keyOf = { platformId: true, workspaceId: true } as const;

builder.prismaObjectFields('WorkspaceHealth', (t) => ({
  window: t.field({
    type: HealthWindow,
    description: 'Counts and shares of the measured days, to compare with `lines`.',
    select: keyOf,
    resolve: (key, _args, viewer, info) => windowOf(viewer, info, key),
  }),
  lines: t.field({
    type: HealthLines,
    description: 'Shares and numbers at which a workspace is throttled or paused.',
    resolve: (_health, _args, { app }) => app.config.health,
  }),
  today: t.field({
    type: HealthDay,
    description: 'Mails of the present day, and the cap that the level sets.',
    select: keyOf,
    resolve: async ({ platformId, workspaceId }, _args, viewer, info) => {
      const found = await loadTogether(viewer, info, {
        what: `health day ${platformId}`,
        id: workspaceId,
        read: (ids) => readHealthDays(viewer.app, { platformId, ids }),
      });
      if (found === null) throw new Error('A workspace has a day');
      return found;
    },
  }),
  volume: t.field({
    type: HealthVolume,
    nullable: true,
    description: 'Progress of a ramping workspace; null in the other levels.',
    select: { ...keyOf, state: true },
    resolve: async ({ state, ...key }, _args, viewer, info) => {
      if (state !== 'ramping') return null;
      return { ...(await windowOf(viewer, info, key)).volume, wanted: viewer.app.config.health.established };
    },
  }),
  recoversTo: t.field({
    type: HealthStateEnum,
    nullable: true,
    description: 'Next level if the rates stay below their lines; null while the level holds nothing back.',
    select: { state: true, recoversTo: true },
    resolve: ({ state, recoversTo }) => {
      if (state === 'paused') return 'throttled' as const;
      return state === 'throttled' ? (recoversTo ?? 'ramping') : null;
    },
  }),
  recoversAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the move to `recoversTo`; null while a throttled workspace is over the line.',
    select: { state: true, since: true, recoversTo: true, underLineSince: true },
    resolve: (health, _args, { app }) => healthRecovery(health, app.config.health),
  }),
  changes: t.relation('changes', {
    type: HealthChange,
    description: `The last ${changesShown} moves, newest first; moves are kept for 400 days.`,
    query: { orderBy: { id: 'desc' }, take: changesShown },
  }),
}));
