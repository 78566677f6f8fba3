/** Refusals as REST answers them: the only place that knows the HTTP status of a code. */
import { type DomainError, type ErrorCode, errorCodes, type FieldErrors } from '../src/errors.ts';

/** Statuses of the codes (contract, Errors; decisions, sections 2 and 3). A code without a row does not compile. */
export const errorStatuses: Readonly<Record<ErrorCode, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  validation_failed: 422,
  translations_outdated: 422,
  version_conflict: 409,
  idempotency_key_reused: 409,
  workspace_suspended: 409,
  domain_not_sendable: 409,
  recipient_rate_limited: 429,
  rate_limited: 429,
  reference_taken: 409,
  workspace_ceiling_reached: 409,
  key_taken: 409,
  email_taken: 409,
  consent_older_than_opt_out: 409,
  last_secret_in_use: 409,
  secret_ceiling_reached: 409,
  endpoint_deleted: 409,
  endpoint_ceiling_reached: 409,
  suppression_permanent: 409,
  event_type_in_use: 409,
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

/** The body of every answer that is no success. */
export interface ErrorBody {
  readonly message: string;
  readonly code: ErrorCode;
  readonly doc_url: string;
  readonly request_id: string;
  readonly errors?: FieldErrors;
  readonly contact?: string;
}

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** The page that explains a code. */
export function docUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/docs/errors#${code}`;
}

/** The answer to a refused request; paths in `errors` are already those of the request. */
export function showRefusal(
  error: DomainError,
  { publicUrl, requestId }: { readonly publicUrl: string; readonly requestId: string },
): Refusal {
  const { code, message, details } = error;
  return {
    status: errorStatuses[code],
    headers: {
      ...(code === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(details.retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(details.retryAfter)) }),
    },
    body: {
      message: message || errorCodes[code],
      code,
      doc_url: docUrl(publicUrl, code),
      request_id: requestId,
      ...(details.errors === undefined ? {} : { errors: details.errors }),
      ...(details.contact === undefined ? {} : { contact: details.contact }),
    },
  };
}
