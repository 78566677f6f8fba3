import type { MessageState } from '../../prisma/generated/client.ts';
import { type ListWork, listWork } from '../db/list-work.ts';
import type { Queryable } from '../db/pool.ts';
import { type FoundIds, gather, rowsOfIndex, type Sql, type WalkedIndex, walk } from '../db/walk.ts';
import type { Keyset } from '../page.ts';
import { rareStates, stateIn } from './message-states.ts';

export interface MessageQuestion {
  readonly workspaceId: string;
  readonly state: MessageState | null;
  readonly addressHash: Uint8Array | null;
  readonly contactId: string | null;
  readonly page: Keyset;
  readonly work?: ListWork;
}

const columns = ['c.workspace_id', 'c.state', 'c.address_hash', 'c.contact_id'];

/**
 * Returns the ids of a page of messages with one filter or more (docs/rules.md#list-work). The client reads by indexes.
 *
 * Messages are written far more often than listed, so only the states in which few messages end have an index in the
 * order of the list. For the other filters, indexes that exist for other work find the messages of an address, of a
 * contact, and of a state that passes. When they find too many, the messages nearest to the page's start are examined.
 */
export async function findMessageIds(client: Queryable, question: MessageQuestion): Promise<FoundIds> {
  const { state, addressHash, contactId, page, work = listWork } = question;
  const index = indexOf(question);
  if (isRare(state) && addressHash === null && contactId === null)
    return walk(client, index, { page, rows: page.take });
  const keep = keepOf(question);
  const candidates = candidatesOf(question);
  const known = candidates && (await gather(client, { page, candidates, keep, rows: work.candidates }));
  return known ?? walk(client, index, { page, keep, rows: work.further });
}

const isRare = (state: MessageState | null) => rareStates.some((rare) => rare === state);

/** The messages of a rare state, or all messages, in the order of the list. */
function indexOf({ workspaceId, state }: MessageQuestion): WalkedIndex {
  const ofWorkspace = { column: 'c.workspace_id', value: workspaceId };
  const all = { from: 'messages c', alias: 'c', prefix: [ofWorkspace], key: 'c.id', columns };
  if (state === null || !isRare(state)) return all;
  const ofState = { column: 'c.state', value: state, type: 'message_state' };
  return { ...all, prefix: [ofWorkspace, ofState], only: stateIn('c.state', rareStates) };
}

function keepOf({ workspaceId, state, addressHash, contactId }: MessageQuestion): Sql {
  return (bind) =>
    [
      `c.workspace_id = ${bind(workspaceId)}`,
      ...(state === null ? [] : [`c.state = ${bind(state)}::message_state`]),
      ...(addressHash === null ? [] : [`c.address_hash = ${bind(addressHash)}::bytea`]),
      ...(contactId === null ? [] : [`c.contact_id = ${bind(contactId)}`]),
    ].join(' AND ');
}

/** The messages of the contact, of the address or of the state; null for a state that has no index. */
function candidatesOf({ workspaceId, state, addressHash, contactId, work = listWork }: MessageQuestion): Sql | null {
  const from = 'messages c';
  const found = ['c.id', ...columns].join(', ');
  const ofWorkspace = { column: 'c.workspace_id', value: workspaceId };
  if (contactId !== null) {
    const prefix = [
      { column: 'e.workspace_id', value: workspaceId },
      { column: 'e.contact_id', value: contactId },
    ];
    return (bind) => `
      SELECT ${found}
      FROM (${rowsOfIndex({ from: 'events e', prefix }, 'e.id', bind)} LIMIT ${bind(work.candidates + 1)}) e
      LEFT JOIN LATERAL (
        ${rowsOfIndex({ from, prefix: [ofWorkspace, { column: 'c.event_id', sql: 'e.id' }] }, found, bind)}
        OFFSET 0) c ON true`;
  }
  if (addressHash !== null) {
    const prefix = [ofWorkspace, { column: 'c.address_hash', value: addressHash, type: 'bytea' }];
    return (bind) => rowsOfIndex({ from, prefix }, found, bind);
  }
  // The indexes of the queues: of a workspace's waiting mail, and of all mail under way or waiting for a report.
  switch (state) {
    case 'queued':
      return (bind) =>
        rowsOfIndex({ from, prefix: [ofWorkspace], only: "c.state = 'queued'" }, found, bind, ['c.due_at']);
    case 'sending':
      return (bind) => rowsOfIndex({ from, prefix: [], only: "c.state = 'sending'" }, found, bind, ['c.lease_until']);
    case 'sent':
      return (bind) => rowsOfIndex({ from, prefix: [], only: "c.state = 'sent'" }, found, bind, ['c.ended_at']);
    default:
      return null;
  }
}
