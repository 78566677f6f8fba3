/**
 * What is kept of a rejected emit (docs/rules.md#refused-emits). It is found out when the emit gets a row: in a flood
 * most emits get none.
 */
import { emailAddress } from '../../ground/addresses/email-address.ts';
import { holdsAddress } from '../../ground/addresses/holds-address.ts';
import type { Secrets } from '../../ground/secrets.ts';
import { placeOf } from '../../tenant/find-workspace.ts';
import { idempotencyKey } from '../emit/emit-input.ts';
import { faultWords } from './fault-words.ts';
import type { RefusedEmit } from './refused-emit.ts';
import { refusedPath } from './refused-path.ts';

/** A rejected emit as the caller sent it; its texts are no longer than valid ones. */
export interface NotedEmit {
  readonly platformId: string;
  readonly apiKeyId: string | null;
  readonly requestId: string;
  /** Path of the workspace. */
  readonly workspace: string;
  readonly eventType: string | null;
  readonly idempotencyKey: string | null;
  readonly email: string | null;
  /** Path of the contact. */
  readonly contact: string | null;
  readonly code: string;
  readonly faults: readonly NotedFault[];
}

export interface NotedFault {
  readonly path: string;
  readonly words: string;
}

export function keptRefusal({ addressHash }: Pick<Secrets, 'addressHash'>, noted: NotedEmit): RefusedEmit {
  const { platformId, apiKeyId, requestId, workspace, eventType, contact, code, faults } = noted;
  const { data: email = null } = emailAddress.safeParse(noted.email);
  const { data: key = null } = idempotencyKey.safeParse(noted.idempotencyKey);
  return {
    platformId,
    apiKeyId,
    requestId,
    workspace: placeOf(workspace),
    eventType: eventType !== null && holdsAddress(eventType) ? null : eventType,
    idempotencyKey: key,
    addressHash: email === null ? null : addressHash(email),
    contact: contact === null ? null : placeOf(contact),
    code,
    fieldPaths: faults.map(({ path }) => refusedPath(path, holdsAddress)),
    faultWords: faults.map(({ words }) => faultWords(words)),
  };
}
