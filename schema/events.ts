/** The list of events, and what an event carried. */

import { type EventFilter, eventFilters } from '../src/events/event-filters.ts';
import { countEvents, type EventList, listEvents } from '../src/events/list-events.ts';
import { loadPayloads } from '../src/events/load-payloads.ts';
import { DomainError } from '../src/ground/errors/errors.ts';
import { answerBytesMax, answerMax } from '../src/ground/lists/answer-limit.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection } from './connection.ts';
import { Event } from './event.ts';
import { listCost, workCost } from './field-cost.ts';
import { filterInput, requireFilterNeeds } from './filter-input.ts';
import { directionOf, ListOrder } from './list-order.ts';
import { loadTogether } from './load-together.ts';
import { withinAnswer } from './within-answer.ts';

builder.objectField(Event, 'payload', (t) =>
  t.field({
    type: 'JSONObject',
    nullable: true,
    complexity: workCost.payload,
    description: `Values of the fields as they were sent; null once they are removed: 30 days after the emit by default, and after an erasure. Costs as much as ${workCost.payload} fields.`,
    resolve: async ({ id }, _args, viewer, info) => {
      const read = (ids: readonly string[]) =>
        withinAnswer(viewer, async () => {
          const payloads = await loadPayloads(tenant(viewer), ids, answerBytesMax);
          if (payloads !== null) return payloads;
          throw new DomainError(
            'validation_failed',
            `The payloads of these events are larger than ${answerMax}: ask for fewer rows.`,
          );
        });
      return (await loadTogether(viewer, info, { what: 'payload', id, read }))?.payload ?? null;
    },
  }),
);

const EventFilterInput = filterInput<EventFilter>('EventFilter', {
  description: 'Conditions that all events of a list meet; an omitted condition admits every event.',
  filters: eventFilters,
});

builder.queryField('events', (t) =>
  t.connection(
    {
      type: Event,
      description:
        'The accepted emits of the last 90 days, those of erased persons too, without a trace of the person. With filters, and over several workspaces, a page may have fewer rows although hasNextPage is true. A list of all workspaces costs as much as 300 fields more.',
      complexity: listCost,
      args: {
        workspace: t.arg.id({
          description: 'Id of a workspace, or ref:<reference>; omitted: all that exist for the key.',
        }),
        filter: t.arg({ type: EventFilterInput, description: 'Conditions that every listed row meets.' }),
        orderBy: t.arg({ type: ListOrder, description: 'Default: newest_first.' }),
      },
      resolve: (_root, { workspace, filter, orderBy, ...args }, viewer) => {
        requireFilterNeeds(viewer, eventFilters, filter ?? {});
        const list: EventList = {
          workspace: workspace ?? tenant(viewer).workspaceId,
          filter: filter ?? {},
          order: directionOf(orderBy),
        };
        const read = (window: PageWindow) => listEvents(tenant(viewer), list, window);
        const count = (limit: number) => countEvents(tenant(viewer), list, limit);
        return keysetConnection(args, { query: {}, read, count }, byId);
      },
    },
    { name: 'EventConnection' },
    { name: 'EventEdge' },
  ),
);
