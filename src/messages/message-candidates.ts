/** Messages that an index finds for a filter, in any order. */
import { listWork } from '../db/list-work.ts';
import { type Bind, type ComparedColumn, type IndexColumn, rowsOfIndex, type Sql } from '../db/walk.ts';
import type { MessageQuestion } from './message-question.ts';
import { apart } from './message-states.ts';

const from = 'messages c';

/** Returns the messages of the key, contact, address, state or event type; null where no filter has an index. */
export function messageCandidates(question: MessageQuestion, columns: readonly string[]): Sql | null {
  const { platformId, workspaceIds, state, addressHash, contactId, eventTypeId, idempotencyKey, work } = question;
  const most = (work ?? listWork).candidates + 1;
  const found = ['c.id', ...columns].join(', ');
  const ofEvent = (event: string, workspace: string, bind: Bind) => {
    const prefix = [
      { column: 'c.workspace_id', sql: workspace },
      { column: 'c.event_id', sql: event },
    ];
    // An event without a message counts as a candidate, so that the candidates are known to be all.
    return `LEFT JOIN LATERAL (${rowsOfIndex({ from, prefix }, found, bind)} OFFSET 0) c ON true`;
  };
  if (workspaceIds !== null) {
    /** The rows of an index that begins with the workspace, of each workspace. */
    const ofEach = (index: Part, rows: string, bind: Bind, further: readonly string[] = []) => {
      const prefix = [{ column: `${index.alias}.workspace_id`, sql: 'w.id' }, ...index.prefix];
      const part = { from: `${index.table} ${index.alias}`, prefix, ...(index.only ? { only: index.only } : {}) };
      const limited = `${rowsOfIndex(part, rows, bind, further)} LIMIT ${bind(most)}`;
      return `unnest(${bind(workspaceIds)}::text[]) w (id) CROSS JOIN LATERAL (${limited}) ${index.alias}`;
    };
    if (idempotencyKey !== null) {
      const index = { table: 'idempotency_keys', alias: 'k', prefix: [{ column: 'k.key', value: idempotencyKey }] };
      return (bind) => `SELECT c.* FROM ${ofEach(index, 'k.event_id', bind)} ${ofEvent('k.event_id', 'w.id', bind)}`;
    }
    const person: readonly IndexColumn[] | null =
      contactId !== null
        ? [{ column: 'e.contact_id', value: contactId }]
        : addressHash && [
            { column: 'e.address_hash', value: addressHash, type: 'bytea' },
            { column: 'e.mails', value: 'true', type: 'boolean' },
          ];
    if (person !== null) {
      const index = { table: 'events', alias: 'e', prefix: person };
      return (bind) => `SELECT c.* FROM ${ofEach(index, 'e.id', bind)} ${ofEvent('e.id', 'w.id', bind)}`;
    }
    if (state === 'queued') {
      const index = { table: 'messages', alias: 'c', prefix: [], only: "c.state = 'queued'" };
      return (bind) => `SELECT c.* FROM ${ofEach(index, found, bind, ['c.due_at'])}`;
    }
  }
  // All mail under way, or waiting for a report.
  if (state === 'sending') {
    return (bind) =>
      rowsOfIndex({ from, prefix: [], only: apart("c.state = 'sending'") }, found, bind, ['c.lease_until']);
  }
  if (state === 'sent') {
    return (bind) => rowsOfIndex({ from, prefix: [], only: apart("c.state = 'sent'") }, found, bind, ['c.ended_at']);
  }
  if (eventTypeId === null) return null;
  const ofType = {
    from: 'events e',
    prefix: [
      { column: 'e.platform_id', value: platformId },
      { column: 'e.event_type_id', value: eventTypeId },
    ],
  };
  return (
    bind,
  ) => `SELECT c.* FROM (${rowsOfIndex(ofType, 'e.id, e.workspace_id', bind, ['e.id'])} LIMIT ${bind(most)}) e
    ${ofEvent('e.id', 'e.workspace_id', bind)}`;
}

interface Part {
  readonly table: string;
  readonly alias: string;
  readonly prefix: readonly (IndexColumn | ComparedColumn)[];
  readonly only?: string;
}
