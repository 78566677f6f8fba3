import type { CopyRole, MessageState } from '../../prisma/generated/client.ts';
import type { Metadata } from '../ground/input/metadata.ts';

/** The response to an emit; stored unchanged beside its idempotency key (docs/rules.md#idempotency). */
export interface EmitRecord {
  readonly id: string;
  readonly type: string;
  readonly idempotencyKey: string;
  /** Null when no contact holds the address of the emit. */
  readonly contact: { readonly id: string; readonly reference: string | null } | null;
  /** Null when the event type has no template. */
  readonly message: {
    readonly id: string;
    readonly state: MessageState;
    readonly templateVersionId: string;
    /** Merge tags that rendered their fallback. */
    readonly fellBack: readonly string[];
    readonly simulated: boolean;
    /** When it leaves; absent where the emit did not say so (docs/rules.md#send-later). */
    readonly sendAt?: string;
  } | null;
  /** The further messages of the mail, in the order of the emit: cc, then bcc. Absent when it had none; null where they were not read. */
  readonly copies?: readonly RecordedCopy[] | null;
  /** Absent when the emit had none. */
  readonly metadata?: Metadata;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
}

/** A message to an address of `cc` or `bcc` (docs/rules.md#copies). It names no address: a record outlives its person. */
export interface RecordedCopy {
  readonly id: string;
  readonly role: CopyRole;
  readonly state: MessageState;
  readonly simulated: boolean;
}
