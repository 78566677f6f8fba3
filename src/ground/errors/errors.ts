/** The error that a verb throws, and the sentences for what does not exist or is not valid. */
import { type ErrorCode, errorCodes } from './error-codes.ts';
import { boundFieldErrors, cutMessage, type FieldErrors } from './field-errors.ts';

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
  export:
    'The link of the export is closed: it works for ten minutes, as long as its key is in force, its workspace is there and its platform is not suspended.',
  reply: 'The message exists, but it has no answer with this id.',
  replyFile: 'The answer exists, but it has no such file, or its content is gone.',
  import: 'The workspace exists, but the import does not exist in it, or ended more than 30 days ago.',
  eventType: 'The event type does not exist. `GET /v1/event-types` lists those that do; a PUT creates one.',
  template: 'The event type exists, but has no template yet. `PUT /v1/event-types/{name}/template` saves one.',
  templateVersion:
    'The event type exists, but its template has no such version. `GET …/template/versions` lists those it has.',
  templateDraft: 'The draft does not exist for this key, or was published or deleted.',
  brand: 'The platform has no brand. `PUT /v1/brand` saves one.',
  layout: 'The platform has no layout of this name. `GET /v1/layouts` lists those it has; a PUT creates one.',
  layoutVersion: 'The layout exists, but has no such version. Its versions count from 1.',
  attributeDefinition: 'The attribute definition does not exist. `GET /v1/attribute-definitions` lists those that do.',
  topic: 'The topic does not exist. `GET /v1/topics` lists those that do.',
  endpoint: 'The webhook endpoint does not exist for this key. `GET /v1/webhook-endpoints` lists those that do.',
  secret:
    'The signing secret does not exist for this key, or was revoked. `GET /v1/webhook-secrets` lists those that do.',
  redelivery: 'The redelivery does not exist for this key, or is older than 30 days.',
  webhook: 'The webhook does not exist for this key, or is older than 30 days. `GET /v1/webhooks` lists those that do.',
  file: 'The file does not exist for this key, was deleted or has expired. `GET /v1/files` lists those that do.',
  picture: 'The picture does not exist for this key, or was deleted. `GET /v1/pictures` lists those that do.',
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
