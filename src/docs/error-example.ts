/** A response with each error, for the page of errors and for /docs/openapi.json. */
import { type ErrorCode, errorCodes } from '../ground/errors/error-codes.ts';
import type { FieldErrors } from '../ground/errors/errors.ts';
import { keyFault } from '../platforms/keys/key-fault.ts';
import { adaptExample, type Example, type Examples } from './examples.ts';

interface Sample {
  /** Where a response says more than the catalogue. */
  readonly message?: string;
  readonly errors?: FieldErrors;
}

/** Errors that no recorded example has, where a response is more than the catalogue's message. */
const samples: Readonly<Partial<Record<ErrorCode, Sample>>> = {
  unauthenticated: { message: keyFault('missing').message },
  forbidden: { message: 'The API key lacks the scope `manage`.' },
  method_not_allowed: { message: '/v1/workspaces takes GET, HEAD, POST, not PUT.' },
  payload_too_large: { message: 'The body is larger than the 2 MiB this operation takes.' },
  domain_not_sendable: {
    message:
      'The sending domain mail.platform.example.com is pending. `GET /v1/sending-domain` shows what to publish. Emits to simulator addresses need no domain. Of its records return_path (MX bounces.mail.platform.example.com) is missing.',
  },
  address_suppressed: { message: 'The contact has left the topic of the message.' },
  content_gone: {
    message: 'The attachments of the message were deleted when it ended, so it cannot be sent again.',
  },
  translations_outdated: {
    errors: { 'translations.de.title.text': ['The text has changed since this translation was written.'] },
  },
  layout_in_use: { message: 'One template uses the layout. Save it without the layout first.' },
  layout_breaks_templates: {
    errors: { 'templates.order.shipped': ['en: There would be no value for brand.address.'] },
  },
  picture_in_use: { message: 'The brand shows the picture as its logo. Save the brand without it.' },
  url_invalid: { errors: { url: ['must be an absolute URL with a host'] } },
  url_too_long: { errors: { url: ['must be at most 2,048 characters long'] } },
  url_port_refused: { errors: { url: ['must use port 443'] } },
  url_credentials_refused: { errors: { url: ['must not carry a user or a password'] } },
  url_host_refused: { errors: { url: ['must name a public host, not an IP address or a local name'] } },
  url_unresolvable: { errors: { url: ['must name a host that resolves'] } },
  url_address_refused: { errors: { url: ['must resolve to public addresses only'] } },
};

/** Returns the recorded response where an example has the error; otherwise one with the message of its sample. */
export function errorExample(code: ErrorCode, examples: Examples, publicUrl: string): unknown {
  const met = Object.values(examples)
    .flat()
    .find(({ response }: Example) => Object(response).code === code);
  if (met) return adaptExample(met.response, { publicUrl, ids: null });
  const { message = errorCodes[code], errors } = samples[code] ?? {};
  return {
    message,
    code,
    doc_url: `${publicUrl}/docs/errors#${code}`,
    request_id: '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
    ...(errors === undefined ? {} : { errors }),
  };
}
