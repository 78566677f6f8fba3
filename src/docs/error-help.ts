/** The cause of each error code and what the caller can do; Markdown. A code without an entry does not compile. */
import type { ErrorCode } from '../ground/errors/error-codes.ts';

interface ErrorHelp {
  readonly cause: string;
  readonly fix: string;
}

export const errorHelp: Readonly<Record<ErrorCode, ErrorHelp>> = {
  unauthenticated: {
    cause:
      'The request has no `Authorization: Bearer <API key>` header, or the key in it is mistyped, revoked or expired.',
    fix: 'Read the message, check the header, and call `GET /v1/key` with the key. Ask your operator for a new key if it was revoked.',
  },
  forbidden: {
    cause:
      'The API key lacks a scope that the request needs, is limited to one workspace although the request concerns the whole platform, or was used for a GraphQL field that belongs to the operator.',
    fix: 'Read the message, which names the scope. `GET /v1/key` shows which key you use; ask for a key with the scope. Use the operator token for fields of the operator.',
  },
  platform_suspended: {
    cause: 'The operator has suspended your platform. All of its keys are rejected, and its mail waits.',
    fix: 'Ask your operator to resume the platform. Mail that waits for less than 24 hours then goes out.',
  },
  not_found: {
    cause:
      'The path names a workspace, contact, event type or other resource that does not exist for this key. A resource of another platform answers the same way.',
    fix: 'Check the path: references need the prefix `ref:`, and paths have no trailing slash. Check that the key belongs to the platform that owns the resource.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not with this method.',
    fix: 'Use one of the methods in the `Allow` header of the response.',
  },
  request_timeout: {
    cause: 'No byte of the request body arrived for 30 seconds.',
    fix: 'Send the whole body, with a correct `Content-Length`, and repeat the request.',
  },
  payload_too_large: {
    cause: 'The body is over 2 MiB; over 8 MiB for a batch of contacts, or over 32 MiB for an emit.',
    fix: 'Split batches, and send a link instead of a large attachment.',
  },
  validation_failed: {
    cause: 'The request is malformed, or a field has a value that it cannot have.',
    fix: 'Correct each field that `errors` names. The key is the path of the field, such as `payload.items.2.price`; `body` stands for the body as a whole.',
  },
  query_too_costly: {
    cause:
      'A GraphQL operation costs more than 10,000: each field counts once for each row that it may come in. GraphQL alone has this code.',
    fix: 'Read the message, which names the field that costs most. Ask for smaller pages with `first`, for fewer fields, or in several requests. `extensions.cost` of each response has the cost and the limit.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    cause:
      'A GraphQL request named its document by its hash alone, and the process does not keep that document for your platform. GraphQL alone has this code, whose name is Apollo’s.',
    fix: 'Send the request once more with `query` beside the hash. Clients with automatic persisted queries do that by themselves.',
  },
  translations_outdated: {
    cause: 'Translations in the template were written for source text that has changed since.',
    fix: 'Update the translations that `errors` names, or send `accept_outdated: true` to save the template as it is.',
  },
  version_conflict: {
    cause: 'Another save made a newer version of the template after the one in `base_version`.',
    fix: 'Read the template, apply your change to the newest version, and save with its number as `base_version`.',
  },
  precondition_failed: {
    cause:
      'The write came with `If-Match`, in GraphQL `ifMatch`, and the event type or its template has changed since you read it, or does not exist.',
    fix: 'Read it again, apply your change to what it is now, and write with the `ETag` of that response.',
  },
  idempotency_key_reused: {
    cause: 'The workspace has already had an emit with this idempotency key and a different body.',
    fix: 'Use one key for each event. Repeat a request with exactly the body that it had at first.',
  },
  workspace_suspended: {
    cause: 'You suspended the workspace.',
    fix: 'Resume it with `POST /v1/workspaces/{workspace}/resume`, then emit again.',
  },
  domain_not_sendable: {
    cause: 'The platform has no sending domain, or the domain is not verified.',
    fix: 'Read `GET /v1/sending-domain`, publish the records that are missing, and call `POST /v1/sending-domain/verify`. Simulator addresses work without a domain.',
  },
  recipient_rate_limited: {
    cause: 'The address has had 30 emits in this workspace within the last hour.',
    fix: 'Wait for `Retry-After`. If you did not mean to send so many, look for a loop in your code.',
  },
  rate_limited: {
    cause: 'The platform has used up its requests for now.',
    fix: 'Wait for `Retry-After`, then repeat the request. Read `RateLimit-Remaining` to slow down in time, and use batches for contacts.',
  },
  reference_taken: {
    cause: 'A live workspace of yours already has this reference.',
    fix: 'Use that workspace (`ref:<reference>`), or choose another reference.',
  },
  workspace_ceiling_reached: {
    cause: 'The platform has as many workspaces as the operator allows.',
    fix: 'Delete workspaces that you no longer need, or ask the operator for a higher ceiling.',
  },
  key_taken: {
    cause: 'An attribute definition with this key exists.',
    fix: 'Use the one that exists. Its name can be changed, its type cannot.',
  },
  topic_taken: {
    cause: 'A topic with this key exists.',
    fix: 'Use the one that exists. Its words can be changed, its key cannot.',
  },
  email_taken: {
    cause: 'Another contact of the workspace has this email address. `contact` says which.',
    fix: 'Write to the contact in `contact`, or change its address first.',
  },
  consent_older_than_opt_out: {
    cause: 'The consent is dated at or before the moment at which the person last opted out.',
    fix: 'Keep the person unsubscribed. Only a consent that the person gave after the opt-out counts.',
  },
  last_secret_in_use: {
    cause: 'This is the last signing secret, and there are endpoints whose webhooks must be signed.',
    fix: 'Create a second secret, deploy it, then revoke this one.',
  },
  secret_ceiling_reached: {
    cause: 'The platform has three signing secrets, which is the most it can have.',
    fix: 'Revoke a secret that is no longer deployed, then create the new one.',
  },
  endpoint_deleted: {
    cause: 'The endpoint that the webhook was meant for has been deleted.',
    fix: 'Nothing can be sent there. Read the webhook’s `body` from `GET /v1/webhooks/{id}` and apply it yourself.',
  },
  endpoint_ceiling_reached: {
    cause: 'The platform has ten webhook endpoints, which is the most it can have.',
    fix: 'Delete an endpoint that is no longer used, or subscribe an existing one to more types.',
  },
  file_ceiling_reached: {
    cause: 'The platform has 1,000 files, or the upload would make them more than 1,000,000,000 bytes.',
    fix: 'Delete files that no emit attaches any more, or give uploads an earlier `expires_at`. Equal files count their bytes once.',
  },
  layout_ceiling_reached: {
    cause: 'The platform has 20 layouts, which is the most it can have.',
    fix: 'Delete a layout that no template uses. `GET /v1/layouts` shows what uses each.',
  },
  layout_in_use: {
    cause: 'The current template of an event type names the layout in `settings.layout`.',
    fix: 'Save those templates without the layout, or with another one, then delete it. `used_by` of the layout names them.',
  },
  layout_breaks_templates: {
    cause:
      'With this layout the mail of a template would be cut off by Gmail, would have a merge tag without a value, or would lose its unsubscribe link. `errors` names each template, language and reason.',
    fix: 'Change the layout, or the template. Send `accept_breaks: true` to save the layout all the same.',
  },
  picture_in_use: {
    cause: 'The brand shows the picture as its logo, or a layout shows it, so mails would lose it.',
    fix: 'Save the brand or the layout without the picture, then delete it. The message names which.',
  },
  picture_ceiling_reached: {
    cause: 'The platform has 500 pictures, or the upload would make them more than 100,000,000 bytes.',
    fix: 'Delete pictures that no mail shows any more. The same picture, uploaded again, counts once.',
  },
  suppression_permanent: {
    cause: 'The suppression blocks marketing after a complaint. Only the person can change their mind.',
    fix: 'Leave it. Transactional mail still reaches the address.',
  },
  event_type_in_use: {
    cause: 'A message of this event type is still scheduled, queued or on its way.',
    fix: 'Wait until its messages are final, then delete the type. A queued message takes 24 hours at most, a promised delivery report 72 hours more; a scheduled message can be cancelled.',
  },
  topic_in_use: {
    cause: 'The mail of an event type still belongs to the topic.',
    fix: 'Save those event types with another topic, or with `topic: null`, then delete the topic.',
  },
  message_not_waiting: {
    cause: 'The message was claimed for sending, or it has already been sent or ended.',
    fix: 'Read the message. Once its attempt ends with a temporary rejection, the message waits again and can be cancelled.',
  },
  message_not_scheduled: {
    cause:
      'The emit of the message had no `send_at`, the time has come and the message is in the queue, or it has ended.',
    fix: 'Read the message. While its state is `queued` it can still be cancelled, and its event emitted anew with another time.',
  },
  message_not_resendable: {
    cause: 'The message is still on its way, or it was delivered.',
    fix: 'Wait until the message has ended. To send a delivered message once more, emit its event with a new idempotency key.',
  },
  content_gone: {
    cause:
      'The person was erased, the content is older than its retention, the event type was deleted, or the message had attachments, which are deleted once a message has ended.',
    fix: 'Emit the event again, with a new idempotency key.',
  },
  address_suppressed: {
    cause: 'A hard bounce, repeated mailbox faults or a suppression by hand blocks all email to the address.',
    fix: 'If the address works again, lift the suppression, then send the message again.',
  },
  import_ceiling_reached: {
    cause: 'Five imports of the platform are still uploading or running.',
    fix: 'Wait until one has finished, or cancel one that nobody needs.',
  },
  import_ended: {
    cause:
      'The import was started, cancelled or has ended, so it takes no more bytes and cannot be started or cancelled.',
    fix: 'Read the import to see its state. Begin a new one for another file.',
  },
  draft_ceiling_reached: {
    cause: 'The event type has 50 drafts of its template, which is the most it can have.',
    fix: 'Publish a draft or delete one with `templateDraftDelete`, then create the new one.',
  },
  unknown_type: {
    cause: 'A name in `types` is not a webhook type.',
    fix: 'Correct the entries that `errors` names; [all types](/docs/webhooks#types) are listed.',
  },
  url_invalid: {
    cause: 'The URL cannot be parsed, or has no host.',
    fix: 'Send an absolute URL such as `https://platform.example.com/webhooks`.',
  },
  url_too_long: { cause: 'The URL has more than 2,048 characters.', fix: 'Shorten the path or the query.' },
  url_not_https: {
    cause: 'The URL does not start with `https://`.',
    fix: 'Serve the receiver over TLS. For your own machine, use `npm run webhooks:listen`.',
  },
  url_port_refused: {
    cause: 'The URL names a port other than 443.',
    fix: 'Serve the receiver on port 443, or put a proxy before it.',
  },
  url_credentials_refused: {
    cause: 'The URL holds a user name or a password.',
    fix: 'Leave them out. The signature proves where a webhook comes from.',
  },
  url_host_refused: {
    cause: 'The host is an IP address, `localhost`, or a name without a dot.',
    fix: 'Use a public host name. For your own machine, use `npm run webhooks:listen`.',
  },
  url_unresolvable: {
    cause: 'The host name has no address in DNS.',
    fix: 'Check the spelling, publish the name, and try again once it resolves.',
  },
  url_address_refused: {
    cause: 'The host name resolves to a private, local or reserved address.',
    fix: 'Point the name at public addresses only. All of its addresses must be public.',
  },
  internal_error: {
    cause: 'The service has a bug, or met a condition that it does not know.',
    fix: 'Repeat the request; emits with the same idempotency key are safe to repeat. Report the `request_id` if it happens again.',
  },
  unavailable: {
    cause: 'The database cannot be reached, or the process has as many large requests in hand as fit.',
    fix: 'Repeat the request after `Retry-After`, with growing gaps if it goes on.',
  },
};
