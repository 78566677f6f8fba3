import type { FieldErrors } from '../errors.ts';
import type { EmitAttachment } from './check-attachments.ts';
import type { DecideApart } from './decide-apart.ts';
import type { EmitInput } from './emit-input.ts';
import type { EmitRecord } from './emit-record.ts';

/** One emit on its way through a batch. */
export interface EmitWork {
  readonly platformId: string;
  /** The key that opened the request; null when the operator acts for the platform. */
  readonly apiKeyId: string | null;
  readonly workspace: { readonly id: string } | { readonly reference: string };
  /** As sent, even where the rest is not valid: an earlier key answers before the schema is checked. */
  readonly key: string | null;
  /** What stands for the key once the person it named was erased. */
  readonly erasedKey: string | null;
  readonly type: string | null;
  readonly contact: { readonly id: string } | { readonly reference: string } | null;
  readonly addressHash: Buffer | null;
  /** Null where the body is refused. */
  readonly bodyHash: Buffer | null;
  /** Large enough that other requests have their turn before the next one is decided. */
  readonly isHeavy: boolean;
  readonly checked: CheckedEmit | FaultyEmit;
}

/** What the schema says nothing against; `attachments` are decoded. */
export interface CheckedEmit {
  readonly input: Omit<EmitInput, 'attachments'>;
  readonly attachments: readonly EmitAttachment[];
}

/** A body with faults, and the parts of it that can be held against the event type and the workspace all the same. */
export interface FaultyEmit {
  readonly faults: FieldErrors;
  /** Null where it is not valid by itself. */
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly email: string | null;
}

export interface EmitAnswer {
  readonly record: EmitRecord;
  /** The key had been sent before with the same body. */
  readonly replayed: boolean;
}

/** The answer, or what has to be done before the emit is decided apart from the others. */
export type BatchAnswer = EmitAnswer | { readonly apart: DecideApart };
