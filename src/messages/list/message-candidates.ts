/** Messages that an index finds for a filter, in any order. */

import { ofAddress, periodsSql } from '../../db/address-key.ts';
import { listWork } from '../../db/list-work.ts';
import { type Bind, type ComparedColumn, type IndexColumn, rowsOfIndex, type Sql } from '../../db/walk.ts';
import { apart } from '../states/message-states.ts';
import type { MessageQuestion } from './message-question.ts';

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
    /** The rows of an index in each workspace `w.id`. */
    const ofEach = (index: Part, rows: string, bind: Bind, further: readonly string[] = []) => {
      const part = { ...index, from: `${index.table} ${index.alias}` };
      const limited = `${rowsOfIndex(part, rows, bind, further)} LIMIT ${bind(most)}`;
      return `unnest(${bind(workspaceIds)}::text[]) w (id) ${index.places ?? ''}
        CROSS JOIN LATERAL (${limited}) ${index.alias}`;
    };
    const workspaceOf = (alias: string) => ({ column: `${alias}.workspace_id`, sql: 'w.id' });
    if (idempotencyKey !== null) {
      const prefix = [workspaceOf('k'), { column: 'k.key', value: idempotencyKey }];
      const index = { table: 'idempotency_keys', alias: 'k', prefix };
      return (bind) => `SELECT c.* FROM ${ofEach(index, 'k.event_id', bind)} ${ofEvent('k.event_id', 'w.id', bind)}`;
    }
    const eventsWith = (part: Omit<Part, 'table' | 'alias'>, bind: Bind) =>
      `SELECT c.* FROM ${ofEach({ table: 'events', alias: 'e', ...part }, 'e.id', bind)} ${ofEvent('e.id', 'w.id', bind)}`;
    if (contactId !== null) {
      const prefix = [workspaceOf('e'), { column: 'e.contact_id', value: contactId }];
      return (bind) => eventsWith({ prefix }, bind);
    }
    if (addressHash !== null) {
      return (bind) => {
        const { prefix, only } = ofAddress('e', 'p.number', 'w.id', `${bind(addressHash)}::bytea`);
        const mails = { column: 'e.mails', value: 'true', type: 'boolean' };
        return eventsWith({ prefix: [...prefix, mails], only, places: `CROSS JOIN ${periodsSql('p')}` }, bind);
      };
    }
    if (state === 'queued') {
      const index = { table: 'messages', alias: 'c', prefix: [workspaceOf('c')], only: "c.state = 'queued'" };
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
  /** SQL: joins of what `prefix` is compared with, beside the workspaces. */
  readonly places?: string;
}
