import type { FieldErrors } from '../../ground/errors/errors.ts';
import type { Attached } from '../attachments/attach-stored.ts';
import type { EmitRecord } from '../emit-record.ts';
import type { EmitCopy } from './copies.ts';
import type { DecideApart } from './decide-apart.ts';
import type { EmitInput } from './emit-input.ts';

/** One emit on its way through a batch. */
export interface EmitWork {
  readonly platformId: string;
  /** The API key of the request; null when the operator acts for the platform. */
  readonly apiKeyId: string | null;
  readonly workspace: { readonly id: string } | { readonly reference: string };
  /** The only workspace that exists for the key; null: all workspaces of the platform. */
  readonly onlyWorkspace: string | null;
  /** As sent, also when the body has faults: a repeated key gets its response before the body is checked. */
  readonly key: string | null;
  /** The stored form of the key after an erasure of its person. */
  readonly erasedKey: string | null;
  readonly type: string | null;
  readonly contact: { readonly id: string } | { readonly reference: string } | null;
  readonly addressHash: Buffer | null;
  /** Further addresses of the mail (docs/rules.md#copies), as far as they are without faults. */
  readonly copies: readonly EmitCopy[];
  /** Null when the body is rejected. */
  readonly bodyHash: Buffer | null;
  /** Large enough that other requests run before the next emit is decided. */
  readonly isHeavy: boolean;
  /** Of the span of the request, for the work that follows; null: it is not recorded. */
  readonly trace: Buffer | null;
  readonly checked: CheckedEmit | FaultyEmit;
}

/** An emit without faults in its shape; `attachments` are decoded. */
export interface CheckedEmit extends Attached {
  readonly input: Omit<EmitInput, 'attachments'>;
}

/** A body with faults, and its valid parts, which are still checked against the event type and the workspace. */
export interface FaultyEmit {
  readonly faults: FieldErrors;
  /** Null when the payload itself has faults. */
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly email: string | null;
}

export interface EmitAnswer {
  readonly record: EmitRecord;
  /** The key was sent before with an equal body. */
  readonly replayed: boolean;
}

/** The response, or the preparation before the emit is decided alone. */
export type BatchAnswer = EmitAnswer | { readonly apart: DecideApart };
