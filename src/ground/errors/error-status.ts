/**
 * The HTTP status of each error (docs/rules.md#error-codes). No other file knows the status of an error; a test holds
 * the rooms of HTTP to that.
 */
import type { ErrorCode } from './error-codes.ts';

/** Status by code. A code without a row does not compile. */
export const errorStatuses: Readonly<Record<ErrorCode, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  platform_suspended: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  validation_failed: 422,
  query_too_costly: 400,
  PERSISTED_QUERY_NOT_FOUND: 404,
  translations_outdated: 422,
  version_conflict: 409,
  precondition_failed: 412,
  idempotency_key_reused: 409,
  workspace_suspended: 409,
  domain_not_sendable: 409,
  recipient_rate_limited: 429,
  rate_limited: 429,
  reference_taken: 409,
  workspace_ceiling_reached: 409,
  key_taken: 409,
  topic_taken: 409,
  email_taken: 409,
  consent_older_than_opt_out: 409,
  last_secret_in_use: 409,
  secret_ceiling_reached: 409,
  endpoint_deleted: 409,
  endpoint_ceiling_reached: 409,
  file_ceiling_reached: 409,
  layout_ceiling_reached: 409,
  layout_in_use: 409,
  layout_breaks_templates: 422,
  picture_in_use: 409,
  picture_ceiling_reached: 409,
  suppression_permanent: 409,
  event_type_in_use: 409,
  topic_in_use: 409,
  message_not_waiting: 409,
  message_not_scheduled: 409,
  message_not_resendable: 409,
  content_gone: 409,
  address_suppressed: 409,
  import_ceiling_reached: 409,
  import_ended: 409,
  draft_ceiling_reached: 409,
  unknown_type: 422,
  url_invalid: 422,
  url_too_long: 422,
  url_not_https: 422,
  url_port_refused: 422,
  url_credentials_refused: 422,
  url_host_refused: 422,
  url_unresolvable: 422,
  url_address_refused: 422,
  internal_error: 500,
  unavailable: 503,
};

/** Errors for which HTTP has a more exact status than the status of their code. */
export const requestFaults = {
  /** The bytes are no HTTP request. */
  notHttp: { code: 'validation_failed', status: 400 },
  /** The path and the headers are longer than Node accepts. */
  headTooLarge: { code: 'payload_too_large', status: 431 },
  /** The header `Expect` asks for something that the service does not support. */
  expectation: { code: 'validation_failed', status: 417 },
  /** GraphQL: the request cannot be executed. GraphQL over HTTP names this status. */
  notExecutable: { code: 'validation_failed', status: 400 },
  /** GraphQL: the body has another type than JSON. */
  notJson: { code: 'validation_failed', status: 415 },
} as const satisfies Readonly<Record<string, { readonly code: ErrorCode; readonly status: number }>>;
