/** Batches of emits: each item is accepted or rejected alone. */
import { type EmitResult, emitEvents } from '../src/events/batch/emit-events.ts';
import { inStretches } from '../src/ground/give-way/in-stretches.ts';
import { refusalFields, refusalOf } from './batch-refusal.ts';
import { builder, tenant } from './builder.ts';
import { asSent, Event, emitFields } from './event.ts';
import { listOfCost } from './field-cost.ts';

const EventBatchItemInput = builder.inputType('EventBatchItemInput', {
  description: 'One emit of a batch, as in eventEmit. A value that breaks a rule rejects this item alone.',
  fields: (t) => ({
    workspace: t.id({
      description: "The workspace's id, or ref:<reference>; required where the mutation names none, and else left out.",
    }),
    ...emitFields(t),
  }),
});

const EventBatchEmitInput = builder.inputType('EventBatchEmitInput', {
  description: 'Input of eventBatchEmit: at most 32 MiB.',
  fields: (t) => ({
    events: t.field({
      type: [EventBatchItemInput],
      required: true,
      description: 'At most 500 emits, each with an idempotency key of its own.',
    }),
  }),
});

const EventBatchOutcome = builder.enumType('EventBatchOutcome', {
  description: 'Result of one emit of a batch.',
  values: {
    accepted: { description: 'The event is recorded, now or by an earlier request with the same key and body.' },
    refused: { description: 'Nothing was recorded; `code` and `message` name the cause.' },
  },
});

const EventBatchResult = builder.objectRef<EmitResult>('EventBatchResult').implement({
  description: 'Result of one emit of a batch; a rejected item does not affect the others.',
  fields: (t) => ({
    idempotencyKey: t.exposeString('key', {
      nullable: true,
      description: 'Key of the item; null when the item had none, or one that is not valid.',
    }),
    result: t.expose('result', {
      type: EventBatchOutcome,
      description: 'Whether the emit was accepted or rejected.',
    }),
    replayed: t.boolean({
      description: 'True when the event is that of an earlier emit with the same key and body.',
      resolve: (item) => item.result === 'accepted' && item.answer.replayed,
    }),
    event: t.field({
      type: Event,
      nullable: true,
      description: 'The event at the time of its emit; null when the item was rejected.',
      resolve: (item) => (item.result === 'accepted' ? item.answer.record : null),
    }),
    ...refusalFields(t, 'idempotency_key_reused'),
    retryAfter: t.int({
      nullable: true,
      description: 'Seconds after which the item can be sent again; only with recipient_rate_limited and unavailable.',
      resolve: (item) => refusalOf(item)?.details.retryAfter ?? null,
    }),
  }),
});

const EventBatchEmitPayload = builder
  .objectRef<{ readonly results: readonly EmitResult[] }>('EventBatchEmitPayload')
  .implement({
    description: 'One result for each item, accepted or rejected.',
    fields: (t) => ({
      replayed: t.boolean({
        description: 'True when the batch repeats earlier emits alone: each accepted item is one, and there is one.',
        resolve: ({ results }) => {
          const accepted = results.flatMap((item) => (item.result === 'accepted' ? [item.answer] : []));
          return accepted.length > 0 && accepted.every(({ replayed }) => replayed);
        },
      }),
      results: t.field({
        type: [EventBatchResult],
        description: 'One result for each item, in the order of the items.',
        resolve: ({ results }) => inStretches(results),
      }),
    }),
  });

builder.mutationField('eventBatchEmit', (t) =>
  t.field({
    type: EventBatchEmitPayload,
    description:
      'Records up to 500 events and queues their emails. Each item is accepted or rejected alone, by the rules of eventEmit; items of one key are decided in order. Where no item can be judged, the mutation fails as a whole.',
    complexity: ({ input }) => listOfCost(input.events.length),
    args: {
      workspace: t.arg.id({
        description: 'The workspace of all items, by its id or ref:<reference>; omitted: each item names its own.',
      }),
      input: t.arg({ type: EventBatchEmitInput, required: true, description: 'Up to 500 emits.' }),
    },
    resolve: async (_root, { workspace, input }, viewer) => ({
      results: await emitEvents(tenant(viewer), {
        requestId: viewer.requestId,
        workspace: workspace ?? null,
        items: input.events.map(asSent),
      }),
    }),
  }),
);
