import { DomainError } from '../errors.ts';

/**
 * What is wrong with the credentials of a request. A key that cannot be one is told from a key that is not in force,
 * since anybody can compute the checksum. Whether a key is unknown, revoked or expired is not told.
 */
const keyFaults = {
  missing: 'The request has no `Authorization` header. Send `Authorization: Bearer <API key>`.',
  notBearer:
    'The `Authorization` header is not `Bearer <API key>`. Send the scheme `Bearer`, one space, and the API key.',
  malformed:
    'The bearer token is not an API key: its shape or its checksum is wrong. Copy the whole key: `td_` and 40 letters and digits.',
  notInForce: 'The API key is unknown, revoked or expired. Use another key of the platform.',
} as const;

/** `unauthenticated`, with the sentence for this fault of the credentials. */
export function keyFault(fault: keyof typeof keyFaults): DomainError {
  return new DomainError('unauthenticated', keyFaults[fault]);
}
