/**
 * The response to a rejected request: the headers of its code, and the body that REST and every path without a page
 * send.
 */

import { type ErrorCode, errorCodes } from '../../ground/errors/error-codes.ts';
import { errorStatuses } from '../../ground/errors/error-status.ts';
import type { DomainError, FieldErrors } from '../../ground/errors/errors.ts';
import type { Answer } from '../send-answer.ts';

/** Seconds in `Retry-After` of an error that does not name its own. */
const retryAfterDefault: Readonly<Partial<Record<ErrorCode, number>>> = { rate_limited: 1, unavailable: 2 };

/** The body of every error response. */
export interface ErrorBody {
  readonly message: string;
  readonly code: ErrorCode;
  readonly doc_url: string;
  readonly request_id: string;
  readonly errors?: FieldErrors;
  readonly contact?: string;
}

export interface Refusal extends Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** URL of the page that explains a code. */
export function docUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/docs/errors#${code}`;
}

/** Headers of a response whose status is the status of `error`. */
export function refusalHeaders({ code, details }: DomainError): Readonly<Record<string, string>> {
  const retryAfter = details.retryAfter ?? retryAfterDefault[code];
  return {
    ...(code === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer' } : {}),
    // The rest of the request never comes.
    ...(code === 'request_timeout' ? { Connection: 'close' } : {}),
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
  };
}

/** The response to a rejected request; paths in `errors` already have the spelling of the request. */
export function showRefusal(
  error: DomainError,
  { publicUrl, requestId }: { readonly publicUrl: string; readonly requestId: string },
): Refusal {
  const { code, message, details } = error;
  return {
    status: errorStatuses[code],
    headers: refusalHeaders(error),
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
