/** What an operator watches: backlogs and duties of the whole deployment. */
import type { App } from '../src/context.ts';
import { listConcerns } from '../src/operations/concerns.ts';
import { listFailingEndpoints } from '../src/operations/list-failing-endpoints.ts';
import { listProcesses, type ServiceProcess as Process } from '../src/operations/list-processes.ts';
import {
  type DomainBacklog as Domains,
  type ErasureBacklog as Erasures,
  readDomains,
  readErasures,
  readFigureChanges,
} from '../src/operations/read-duties.ts';
import { type QueueState, readQueues } from '../src/operations/read-queues.ts';
import { readSending, type SendingBacklog as Sending } from '../src/operations/read-sending.ts';
import { readWebhooks, type WebhookBacklog as Webhooks } from '../src/operations/read-webhooks.ts';
import { builder } from './builder.ts';
import { OperationsConcern } from './concern.ts';
import { workCost } from './field-cost.ts';
import { CappedCount } from './own-backlog.ts';

const SendingBacklog = builder.objectRef<Sending>('SendingBacklog').implement({
  description: 'Messages of all workspaces that are not final; each number is counted up to 10,000.',
  fields: (t) => ({
    queued: t.field({
      type: CappedCount,
      description: 'Messages that wait: due ones, retries, mail over a day cap and mail of suspended workspaces.',
      resolve: ({ queued }) => queued,
    }),
    scheduled: t.field({
      type: CappedCount,
      description: 'Messages that leave later, as their emits said.',
      resolve: ({ scheduled }) => scheduled,
    }),
    due: t.field({
      type: CappedCount,
      description: 'Queued messages whose time of the next attempt has come.',
      resolve: ({ due }) => due,
    }),
    workspacesDue: t.field({
      type: CappedCount,
      description: 'Workspaces with at least one due message.',
      resolve: ({ workspacesDue }) => workspacesDue,
    }),
    sending: t.field({
      type: CappedCount,
      description: 'Messages that a worker holds for an attempt.',
      resolve: ({ sending }) => sending,
    }),
    lostLeases: t.field({
      type: CappedCount,
      description: 'Messages whose worker did not renew its lease in time; a sweep returns them within seconds.',
      resolve: ({ lostLeases }) => lostLeases,
    }),
    awaitingReport: t.field({
      type: CappedCount,
      description: 'Messages that a relay accepted and has promised a report for.',
      resolve: ({ awaitingReport }) => awaitingReport,
    }),
    oldestDueAt: t.expose('oldestDueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time since which the message that is due longest waits; null when none is due.',
    }),
    oldestEmitAt: t.expose('oldestEmitAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Emit of the oldest queued message, due or not; null when none is queued.',
    }),
  }),
});

const WebhookBacklog = builder.objectRef<Webhooks>('WebhookBacklog').implement({
  description: 'Pending webhooks of all platforms; each number is counted up to 10,000.',
  fields: (t) => ({
    pending: t.field({
      type: CappedCount,
      description: 'Webhooks that are neither delivered nor failed.',
      resolve: ({ pending }) => pending,
    }),
    due: t.field({
      type: CappedCount,
      description: 'Pending webhooks whose time of the next attempt has come, also at paused endpoints.',
      resolve: ({ due }) => due,
    }),
    endpointsDue: t.field({
      type: CappedCount,
      description: 'Receivers for which at least one attempt should have begun.',
      resolve: ({ endpointsDue }) => endpointsDue,
    }),
    oldestDueAt: t.expose('oldestDueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time since which the webhook that is due longest waits; null when none is due.',
    }),
    oldestRoundAt: t.expose('oldestRoundAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the longest round of attempts; a webhook fails 72 hours later. Null when none is pending.',
    }),
  }),
});

const ErasureBacklog = builder.objectRef<Erasures>('ErasureBacklog').implement({
  description: 'Erasures of all platforms that are not finished; counted up to 10,000.',
  fields: (t) => ({
    open: t.field({ type: CappedCount, description: 'Requests that are under way.', resolve: ({ open }) => open }),
    overdue: t.field({
      type: CappedCount,
      description: 'Open requests that are older than an hour.',
      resolve: ({ overdue }) => overdue,
    }),
    oldestRequestedAt: t.expose('oldestRequestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the oldest open request; null when all are finished.',
    }),
  }),
});

const DomainBacklog = builder.objectRef<Domains>('DomainBacklog').implement({
  description: 'Sending domains of all platforms by status, and their DNS checks.',
  fields: (t) => ({
    pending: t.exposeInt('pending', { description: 'Domains whose records were never all found.' }),
    verified: t.exposeInt('verified', { description: 'Domains whose records are in order.' }),
    warning: t.exposeInt('warning', { description: 'Domains that lost a record and can still send.' }),
    failed: t.exposeInt('failed', { description: 'Domains that lost a record and can no longer send.' }),
    due: t.exposeInt('due', { description: 'Domains whose next check should have begun.' }),
    oldestDueAt: t.expose('oldestDueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the longest overdue check should have begun; null when none is due.',
    }),
    capped: t.exposeBoolean('capped', {
      description: 'Whether more than 10,000 domains exist; others are not counted.',
    }),
  }),
});

const dear = { field: workCost.count, multiplier: 1 };

const ServiceProcess = builder.objectRef<Process>('ServiceProcess').implement({
  description: 'A process of the service that is connected to the database now.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Number and host of the process, such as 4711@web-1.' }),
    roles: t.exposeStringList('roles', { description: 'Roles of the process: api, worker, inbound.' }),
    connectedSince: t.expose('connectedSince', {
      type: 'DateTime',
      description: 'Start of its present connection: that of the process, or of the last reconnection.',
    }),
    clockOffsetSeconds: t.exposeInt('clockOffsetSeconds', {
      description:
        'Seconds by which the clock of its machine is ahead of the database’s, negative when behind; 0 within 5 seconds. Beyond 60 the process takes no work.',
    }),
  }),
});

const TurnQueue = builder.objectRef<QueueState>('TurnQueue').implement({
  description: 'Wake-ups of one kind between processes; the work itself is in the backlogs.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Kind of work: sending, webhooks, domains or erasures.' }),
    waiting: t.exposeInt('waiting', { description: 'Jobs that no worker has fetched.' }),
    taken: t.exposeInt('taken', { description: 'Jobs that a worker has fetched and not finished.' }),
    countedAt: t.expose('countedAt', {
      type: 'DateTime',
      description: 'Moment of the count, which is repeated once a minute at most.',
    }),
  }),
});

const Operations = builder.objectRef<App>('Operations').implement({
  description: 'State of the whole deployment at this moment. Each part is read when it is selected.',
  fields: (t) => ({
    concerns: t.field({
      type: [OperationsConcern],
      nullable: true,
      complexity: { field: workCost.count, multiplier: 9 },
      description: 'States that need a person now, the most urgent first; empty when all is in order.',
      resolve: async (app) => [...(await listConcerns(app))],
    }),
    sending: t.field({
      type: SendingBacklog,
      nullable: true,
      complexity: dear,
      description: 'Mail that waits, is being sent, or waits for reports.',
      resolve: readSending,
    }),
    webhooks: t.field({
      type: WebhookBacklog,
      nullable: true,
      complexity: dear,
      description: 'Webhooks that wait for their endpoints.',
      resolve: readWebhooks,
    }),
    failingEndpoints: t.prismaField({
      type: ['WebhookEndpoint'],
      nullable: true,
      complexity: { field: workCost.count, multiplier: 50 },
      description: 'Live endpoints of all platforms whose last attempt failed, most failures first; at most 50.',
      resolve: (query, app) => listFailingEndpoints(app, query),
    }),
    erasures: t.field({
      type: ErasureBacklog,
      nullable: true,
      complexity: dear,
      description: 'Erasures that are not finished.',
      resolve: readErasures,
    }),
    sendingDomains: t.field({
      type: DomainBacklog,
      nullable: true,
      complexity: dear,
      description: 'Sending domains and their DNS checks.',
      resolve: readDomains,
    }),
    processes: t.field({
      type: [ServiceProcess],
      nullable: true,
      complexity: dear,
      description: 'Live processes of the deployment, sorted by name; at most 100.',
      resolve: listProcesses,
    }),
    queues: t.field({
      type: [TurnQueue],
      nullable: true,
      complexity: { field: workCost.count, multiplier: 4 },
      description: 'Queues by which processes wake each other.',
      resolve: readQueues,
    }),
    figureChanges: t.field({
      type: CappedCount,
      nullable: true,
      complexity: dear,
      description: 'Changes of figures that wait for a worker; reports count them already.',
      resolve: readFigureChanges,
    }),
  }),
});

builder.queryField('operations', (t) =>
  t.field({
    type: Operations,
    description: 'For the operator: backlogs and duties of the whole deployment.',
    skipTypeScopes: true,
    authScopes: { operator: true },
    resolve: (_root, _args, { app }) => app,
  }),
);
