/** Figures: counts and rates of messages by day, from sums that are kept beside the messages (docs/rules.md#figures). */
import type { GraphQLResolveInfo } from 'graphql';
import type { Viewer } from '../src/context.ts';
import {
  checkFiguresInput,
  type FigureDimension,
  type FiguresAsked,
  type FiguresInput,
} from '../src/figures/figures-input.ts';
import type { MailProvider } from '../src/figures/provider-of.ts';
import type { FigureScope } from '../src/figures/read-figures.ts';
import {
  type FigureGroup as Group,
  keyOf,
  type FigureReport as Report,
  reportFigures,
} from '../src/figures/report-figures.ts';
import { invalid } from '../src/ground/errors/errors.ts';
import { findWorkspace } from '../src/tenant/find-workspace.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { Figures, MailProviderEnum } from './figure-counts.ts';
import { loadTogether } from './load-together.ts';

const FigureDimensionEnum = builder.enumType('FigureDimension', {
  description: 'A property of messages by which figures are divided into groups.',
  values: {
    day: { description: 'Day of the emit, in the time zone that the workspace had then.' },
    workspace: { description: 'Workspace of the emit; not beside event type, template version or provider.' },
    event_type: { description: 'Kind of event that the caller emitted, such as order.shipped.' },
    template_version: { description: 'Saved version of the template that was current at the emit.' },
    provider: { description: "Provider of the recipient's mailbox." },
  } satisfies Readonly<Record<FigureDimension, { readonly description: string }>>,
});

/** Groups of one report that are returned, at most; a year of days fits. */
const groupsMax = 400;
const groupsUsual = 50;
/** Groups that a report counts as at least. */
const groupsMin = 10;

const askedGroups = (first: number | null | undefined) => first ?? groupsUsual;

export const FigureGroup = builder.objectRef<Group>('FigureGroup');
FigureGroup.implement({
  description: 'Figures of the messages with equal values of the dimensions.',
  fields: (t) => ({
    // Not `id`: two reports have groups of equal values and unequal figures.
    key: t.string({
      description: 'Values of the dimensions in one text, unique in the report; remains where an object is deleted.',
      resolve: keyOf,
    }),
    day: t.expose('day', {
      type: 'Date',
      nullable: true,
      description: 'Day of the emits; null without the dimension.',
    }),
    provider: t.field({
      type: MailProviderEnum,
      nullable: true,
      description: "Provider of the recipients' mailboxes; null without the dimension.",
      // Only the emit writes the column, and only known providers.
      resolve: ({ provider }) => provider as MailProvider | null,
    }),
    figures: t.field({ type: Figures, description: 'Counts and rates of the group.', resolve: ({ counts }) => counts }),
  }),
});

const FigureReport = builder.objectRef<Report>('FigureReport').implement({
  description: 'Figures of a range of days, in all and by group.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'First day of the range.' }),
    to: t.expose('to', { type: 'Date', description: 'Last day of the range, which belongs to it.' }),
    total: t.field({ type: Figures, description: 'Sums over the whole range.', resolve: ({ total }) => total }),
    groups: t.field({
      type: [FigureGroup],
      nullable: true,
      complexity: ({ first }) => ({ field: 1, multiplier: Math.max(askedGroups(first), groupsMin) }),
      description:
        'Groups by the dimensions of `groupBy`, sorted by day, then by accepted messages, most first; empty without `groupBy`.',
      args: {
        first: t.arg.int({ description: 'Number of groups to return, 0 to 400. Default: 50.' }),
      },
      resolve: ({ groups }, { first }) => {
        const shown = askedGroups(first);
        if (shown < 0 || shown > groupsMax) throw invalid({ first: [`must be 0 to ${groupsMax}`] });
        return groups.slice(0, shown);
      },
    }),
    groupCount: t.int({
      description: 'Number of all groups of the report, of which `groups` returns the first.',
      resolve: ({ groups }) => groups.length,
    }),
    complete: t.exposeBoolean('complete', {
      description:
        'True where every message is counted. False while no worker runs and more than 100,000 changes wait to be added.',
    }),
  }),
});

const FigureFilter = builder.inputType('FigureFilter', {
  description: 'Messages to count; an omitted field restricts nothing, an unknown id matches none.',
  fields: (t) => ({
    eventType: t.id({ description: 'Id of a kind of event, a ULID; not its name.' }),
    templateVersion: t.id({ description: 'Id of a saved template version.' }),
    provider: t.field({ type: MailProviderEnum, description: "Provider of the recipients' mailboxes." }),
  }),
});

const reportArgs = builder.args((t) => ({
  from: t.field({
    type: 'Date',
    required: true,
    description: 'First day, such as 2026-03-01; figures are kept for 400 days.',
  }),
  to: t.field({
    type: 'Date',
    required: true,
    description: 'Last day, which belongs to the range; at most 400 days in all.',
  }),
  groupBy: t.field({
    type: [FigureDimensionEnum],
    description: 'Dimensions of the groups; each combination of values that occurs is a group.',
  }),
  filter: t.field({ type: FigureFilter, description: 'Restricts the messages that are counted.' }),
}));

interface ReportArgs extends Pick<FiguresInput, 'from' | 'to' | 'groupBy'> {
  readonly filter?: Pick<FiguresInput, 'eventType' | 'templateVersion' | 'provider'> | null | undefined;
}

const askedOf = ({ filter, ...days }: ReportArgs) => checkFiguresInput({ ...filter, ...days });

interface Owner {
  readonly scope: FigureScope;
  readonly id: string;
  /** Null for platforms. */
  readonly platformId: string | null;
}

/** Reads the figures of an object; those of the objects of one page together. */
async function reportOf(viewer: Viewer, info: GraphQLResolveInfo, owner: Owner, asked: FiguresAsked): Promise<Report> {
  const { scope, id, platformId } = owner;
  const report = await loadTogether(viewer, info, {
    what: `figures of ${scope} ${platformId}`,
    id,
    read: (ids) => reportFigures(viewer.app, { scope, platformId, ids }, asked),
  });
  if (report === null) throw new Error('Every object has figures');
  return report;
}

const cost = { field: workCost.figures, multiplier: 1 };
const dear = `Costs as much as ${workCost.figures} fields.`;

builder.prismaObjectFields('Workspace', (t) => ({
  figures: t.field({
    type: FigureReport,
    nullable: true,
    complexity: cost,
    description: `Counts and rates of the workspace's messages by the day of their emit. ${dear}`,
    args: reportArgs,
    select: { id: true, platformId: true },
    resolve: ({ id, platformId }, args, viewer, info) =>
      reportOf(viewer, info, { scope: 'workspaces', id, platformId }, askedOf(args)),
  }),
}));

builder.prismaObjectFields('Platform', (t) => ({
  figures: t.field({
    type: FigureReport,
    nullable: true,
    complexity: cost,
    description: `Counts and rates over all workspaces of the platform, deleted ones included. Each workspace counts in days of its own time zone. ${dear}`,
    args: reportArgs,
    select: { id: true },
    resolve: ({ id }, args, viewer, info) =>
      reportOf(viewer, info, { scope: 'platforms', id, platformId: null }, askedOf(args)),
  }),
}));

builder.prismaObjectFields('EventType', (t) => ({
  figures: t.field({
    type: FigureReport,
    nullable: true,
    complexity: cost,
    description: `Counts and rates of the messages of the event type, over all workspaces. ${dear}`,
    args: reportArgs,
    select: { id: true, platformId: true },
    resolve: ({ id, platformId }, args, viewer, info) =>
      reportOf(viewer, info, { scope: 'eventTypes', id, platformId }, askedOf(args)),
  }),
}));

builder.prismaObjectFields('TemplateVersion', (t) => ({
  figures: t.field({
    type: FigureReport,
    nullable: true,
    complexity: cost,
    description: `Counts and rates of the messages that the version rendered, over all workspaces. ${dear}`,
    args: reportArgs,
    select: { id: true, platformId: true },
    resolve: ({ id, platformId }, args, viewer, info) =>
      reportOf(viewer, info, { scope: 'templateVersions', id, platformId }, askedOf(args)),
  }),
}));

builder.queryField('figures', (t) =>
  t.field({
    type: FigureReport,
    complexity: cost,
    description: `Counts and rates of the platform's messages by the day of their emit, over all its workspaces. ${dear}`,
    args: reportArgs,
    resolve: (_root, args, viewer, info) => {
      const { platformId } = tenant(viewer);
      return reportOf(viewer, info, { scope: 'platforms', id: platformId, platformId: null }, askedOf(args));
    },
  }),
);

builder.queryField('workspaceFigures', (t) =>
  t.field({
    type: FigureReport,
    complexity: cost,
    description: `Counts and rates of the messages of one workspace by the day of their emit. ${dear}`,
    args: {
      workspace: t.arg.id({ required: true, description: "The workspace's id, or ref:<reference>." }),
      ...reportArgs,
    },
    resolve: async (_root, { workspace, ...args }, viewer, info) => {
      const ctx = tenant(viewer);
      const { id } = await findWorkspace(ctx, workspace, { select: { id: true } });
      return reportOf(viewer, info, { scope: 'workspaces', id, platformId: ctx.platformId }, askedOf(args));
    },
  }),
);
