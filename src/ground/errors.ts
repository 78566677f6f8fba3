/**
 * The table of error codes and their explanations (docs/rules.md#error-codes). Their HTTP statuses are in
 * src/ground/error-status.ts alone; the page /docs/errors is made from both.
 */
import { boundFieldErrors, cutMessage, type FieldErrors } from './field-errors.ts';

export const errorCodes = {
  unauthenticated: 'The API key is missing, malformed, revoked or expired.',
  forbidden: 'This key may not do this: it lacks a scope, or the field is for the operator.',
  platform_suspended: 'The operator has suspended the platform. Its keys are rejected, and its mail waits.',
  not_found: 'Nothing is at this path for this key.',
  method_not_allowed: 'The path exists, but not with this method. The `Allow` header names those it takes.',
  request_timeout: 'The request did not arrive in time: no byte of its body came for 30 seconds.',
  payload_too_large: 'The request body is larger than this operation takes.',
  validation_failed: 'The request is not valid. `errors` names each field at fault.',
  query_too_costly: 'The GraphQL operation costs more than one may. The message names the field that costs most.',
  PERSISTED_QUERY_NOT_FOUND: 'No document with this hash is kept for the platform. Send it with its text once.',
  translations_outdated:
    'Some translations were written for source text that has since changed. Send `accept_outdated: true` to save all the same.',
  version_conflict: 'A newer version of the template has been saved since `base_version`.',
  idempotency_key_reused: 'The idempotency key was sent before with a different body.',
  workspace_suspended: 'The workspace is suspended and accepts no events.',
  domain_not_sendable: 'The sending domain is not registered or not verified. Simulator addresses are exempt.',
  recipient_rate_limited: 'The address has had 30 emits in this workspace in the last hour.',
  rate_limited: 'The platform has reached its request limit.',
  reference_taken: 'A live workspace already has this reference.',
  workspace_ceiling_reached: 'The platform has reached its limit of live workspaces.',
  key_taken: 'An attribute definition already has this key.',
  email_taken: 'Another contact of the workspace holds this address. `contact` names it.',
  consent_older_than_opt_out: 'The consent is dated at or before the latest opt-out of this contact.',
  last_secret_in_use: 'The last signing secret cannot be revoked while an endpoint exists.',
  secret_ceiling_reached: 'The platform already has three signing secrets. Revoke one first.',
  endpoint_deleted: 'The endpoint of this webhook was deleted, so it cannot be sent again.',
  endpoint_ceiling_reached: 'The platform already has ten webhook endpoints.',
  suppression_permanent: 'A block of marketing email cannot be lifted.',
  event_type_in_use: 'A message of this event type is not final yet.',
  message_not_waiting: 'The message does not wait any more: an attempt has begun, or it has ended.',
  message_not_resendable: 'Only a message that bounced, failed, expired or was suppressed can be sent again.',
  content_gone: 'The content of the message is no longer kept, so it cannot be sent again.',
  address_suppressed: 'The address is suppressed for all email. Lift the suppression first.',
  draft_ceiling_reached: 'The event type already has 50 drafts of its template. Publish or delete one first.',
  unknown_type: 'A webhook type is unknown. `errors` names the type.',
  url_invalid: 'The URL is not an absolute URL with a host.',
  url_too_long: 'The URL is longer than 2,048 characters.',
  url_not_https: 'The URL does not start with https.',
  url_port_refused: 'The URL names a port other than 443.',
  url_credentials_refused: 'The URL contains a user or a password.',
  url_host_refused: 'The host is an IP address, localhost or a name without a dot.',
  url_unresolvable: 'The host name does not resolve.',
  url_address_refused: 'The host name resolves to an address that is not public.',
  internal_error: 'Something went wrong on our side. The request can be sent again.',
  unavailable: 'The service cannot reach its database, or has too much work. Retry after the time in `Retry-After`.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

export type { FieldErrors };

export interface ErrorDetails {
  readonly errors?: FieldErrors;
  /** `email_taken`: the contact that holds the address, as `ref:<reference>` or id. */
  readonly contact?: string;
  /** Seconds until a retry can succeed. */
  readonly retryAfter?: number;
}

/**
 * Thrown by a verb that rejects its input. `message` is for people and may change; `code` is for programs and is
 * stable. Message and field errors are cut to what a response may hold, however large the input was.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly details: ErrorDetails;

  constructor(
    readonly code: ErrorCode,
    message: string = errorCodes[code],
    details: ErrorDetails = {},
  ) {
    super(cutMessage(message));
    this.details = details.errors === undefined ? details : { ...details, errors: boundFieldErrors(details.errors) };
  }
}

/**
 * Sentences for resources that do not exist. A sentence repeats nothing of the request, and is the same for a resource
 * of another platform or workspace and for one that never existed (docs/rules.md#tenancy).
 */
const missing = {
  workspace: 'The workspace does not exist for this key. `GET /v1/workspaces` lists those that do.',
  contact: 'The workspace exists, but the contact does not exist in it. `GET …/contacts` lists those that do.',
  event: 'The workspace exists, but the event does not exist in it, or is older than 90 days.',
  message: 'The message does not exist for this key, or is older than 90 days.',
  suppression: 'The workspace exists, but the suppression does not exist in it, or was lifted.',
  erasure: 'The workspace exists, but the erasure does not exist in it.',
  eventType: 'The event type does not exist. `GET /v1/event-types` lists those that do; a PUT creates one.',
  template: 'The event type exists, but has no template yet. `PUT /v1/event-types/{name}/template` saves one.',
  templateVersion:
    'The event type exists, but its template has no such version. `GET …/template/versions` lists those it has.',
  templateDraft: 'The draft does not exist for this key, or was published or deleted.',
  attributeDefinition: 'The attribute definition does not exist. `GET /v1/attribute-definitions` lists those that do.',
  endpoint: 'The webhook endpoint does not exist for this key. `GET /v1/webhook-endpoints` lists those that do.',
  secret:
    'The signing secret does not exist for this key, or was revoked. `GET /v1/webhook-secrets` lists those that do.',
  redelivery: 'The redelivery does not exist for this key, or is older than 30 days.',
  webhook: 'The webhook does not exist for this key, or is older than 30 days. `GET /v1/webhooks` lists those that do.',
  sendingDomain: 'No sending domain is registered. `PUT /v1/sending-domain` registers one.',
  apiKey: 'The API key does not exist.',
  platform: 'The platform does not exist.',
} as const;

export type Missing = keyof typeof missing;

/** `not_found`; with `what`, the sentence says which part of the request names nothing. */
export function notFound(what?: Missing): DomainError {
  return new DomainError('not_found', what && missing[what]);
}

/** `validation_failed` for one field or several; the message has the first fault and the number of the others. */
export function invalid(errors: FieldErrors): DomainError {
  const bounded = boundFieldErrors(errors);
  const [[path, messages] = ['', []], ...others] = Object.entries(bounded);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new DomainError('validation_failed', `${path}: ${messages[0] ?? 'is not valid'}${more}`, { errors: bounded });
}
