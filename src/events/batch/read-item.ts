import { type DomainError, invalid } from '../../ground/errors/errors.ts';
import { isRecord } from '../../ground/input/input.ts';

/** One item of a batch, as an emit of its own. */
export interface BatchedEmit {
  /** Path of the workspace; empty with `fault`. */
  readonly workspace: string;
  /** The fields of the emit, as a single one has them. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The item names no workspace, or names one although the request does. */
  readonly fault: DomainError | null;
}

/** `workspace`: that of the request; null: each item names its own. */
export function readItem(item: unknown, workspace: string | null): BatchedEmit {
  const { workspace: own, ...input } = isRecord(item) ? item : {};
  if (workspace !== null && own == null) return { workspace, input, fault: null };
  if (workspace === null && typeof own === 'string') return { workspace: own, input, fault: null };
  const said = workspace === null ? 'is required: an id, or ref:<reference>' : 'must be left out: the request names it';
  return { workspace: '', input, fault: invalid({ workspace: [said] }) };
}
