import type { DomainError } from '../errors.ts';
import type { EmitInput } from './emit-input.ts';
import type { EmitRecord } from './emit-record.ts';

/** One emit on its way through a batch. */
export interface EmitWork {
  readonly platformId: string;
  readonly workspace: { readonly id: string } | { readonly reference: string };
  /** As sent, even where the rest is not valid: an earlier key answers before the schema is checked. */
  readonly key: string | null;
  readonly type: string | null;
  readonly contact: { readonly id: string } | { readonly reference: string } | null;
  readonly addressHash: Buffer | null;
  readonly bodyHash: Buffer;
  readonly checked: { readonly input: EmitInput } | { readonly refusal: DomainError };
}

export interface EmitAnswer {
  readonly record: EmitRecord;
  /** The key had been sent before with the same body. */
  readonly replayed: boolean;
}
