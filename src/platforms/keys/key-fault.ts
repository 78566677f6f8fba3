import { DomainError } from '../../ground/errors/errors.ts';

/**
 * Faults of a request's credentials. A malformed key has its own message, since anybody can compute the checksum. The
 * message does not say whether a well-formed key is unknown, revoked or expired (docs/rules.md#api-keys).
 */
const keyFaults = {
  missing: 'The request has no `Authorization` header. Send `Authorization: Bearer <API key>`.',
  notBearer:
    'The `Authorization` header is not `Bearer <API key>`. Send the scheme `Bearer`, one space, and the API key.',
  malformed:
    'The bearer token is not an API key: its shape or its checksum is wrong. Copy the whole key: `td_` and 40 letters and digits.',
  sessionEnded: 'The session of the console has ended. Sign in again.',
  notInForce: 'The API key is unknown, revoked or expired. Use another key of the platform.',
} as const;

/** Returns `unauthenticated` with the sentence for this fault. */
export function keyFault(fault: keyof typeof keyFaults): DomainError {
  return new DomainError('unauthenticated', keyFaults[fault]);
}
