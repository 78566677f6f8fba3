import type { Form } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import type { EmitCopy } from './copies.ts';
import type { AcceptedEmit } from './decide-emit.ts';

interface LinkedCopy {
  readonly primary: AcceptedEmit;
  readonly copy: AcceptedEmit;
  readonly role: EmitCopy['role'];
}

/**
 * The rows of a copy carry the idempotency key of the emit, by which receivers of webhooks know it. The stored key of
 * the write is removed: it belongs to no emit of a caller.
 */
const linkStatement = statement({
  name: 'link-copies',
  rows: {
    i: rowsOf<LinkedCopy>({
      workspace_id: ['text', ({ copy }) => copy.workspaceId],
      event_id: ['text', ({ copy }) => copy.record.id],
      message_id: ['text', ({ copy }) => copy.record.message?.id ?? null],
      written_key: ['text', ({ copy }) => copy.key],
      role: ['copy_role', ({ role }) => role],
      primary_event_id: ['text', ({ primary }) => primary.record.id],
      primary_id: ['text', ({ primary }) => primary.record.message?.id ?? null],
      key: ['text', ({ primary }) => primary.key],
    }),
  },
  text: ({ i }, only) => `
    WITH copies AS (
      SELECT * FROM ${i}
    ), keys AS (
      DELETE FROM idempotency_keys k USING copies c WHERE k.workspace_id = c.workspace_id AND k.key = c.written_key
        AND ${only('k.workspace_id')}
    ), own AS (
      UPDATE events e SET copy_of = c.primary_event_id, idempotency_key = c.key
      FROM copies c WHERE e.workspace_id = c.workspace_id AND e.id = c.event_id AND ${only('e.workspace_id')}
    )
    UPDATE messages m SET role = c.role, primary_id = c.primary_id, idempotency_key = c.key
    FROM copies c WHERE m.workspace_id = c.workspace_id AND m.id = c.message_id AND ${only('m.workspace_id')}`,
});

/** Makes written emits copies of the mail of `primary` (docs/rules.md#copies), in the transaction that wrote them. */
export async function linkCopies(
  client: Queryable,
  form: Form,
  primary: AcceptedEmit,
  copies: readonly AcceptedEmit[],
): Promise<void> {
  const linked = copies.map((copy, position) => {
    const role = primary.work.copies[position]?.role;
    if (role === undefined) throw new Error('A copy has no role');
    return { primary, copy, role };
  });
  await client.query(form(linkStatement)({ i: linked }));
}
