/**
 * The requests in the documentation, at least one for each operation. Each finds its resources on a fresh demo
 * platform: none depends on another.
 */

import { exampleIds } from '../../src/docs/examples.ts';
import { demoTemplate } from '../../src/local/demo-template.ts';

export interface ShownRequest {
  /** The operation's id. */
  readonly operation: string;
  /** The response of the example, without its status. */
  readonly title: string;
  /** Below the version segment, with its query. */
  readonly path: string;
  readonly body?: unknown;
}

const { event, message, bounced, cancelled, scheduled, answered, reply, webhook, endpoint, secret, suppression } =
  exampleIds;
const { redelivery, erasure, key, file, picture, import: imported, upload } = exampleIds;
const workspace = '/workspaces/ref:demo';
const type = '/event-types/order.shipped';

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/track/1001' };
const emit = {
  type: 'order.shipped',
  idempotency_key: 'order-1001-shipped',
  recipient: { contact: 'ref:ada' },
  payload,
};

const fields = [
  { name: 'customer_name', type: 'string', required: false, fallback: 'there' },
  { name: 'order_number', type: 'string', required: true },
  { name: 'items', type: 'list', fields: [{ name: 'name', type: 'string', required: true }] },
];

const template = {
  subject: 'Order {{ event.order_number }} has left us',
  from_local_part: 'orders',
  display_name: '{{ system.workspace_name }}',
  locale: 'en',
  composition: {
    editorVersion: 3,
    target: 'email',
    document: {
      settings: { preheader: 'Follow your parcel with one tap.' },
      theme: { primary_color: '#1f5eff' },
      blocks: [
        { id: 'title', type: 'heading', attrs: { text: 'Hello {{ event.customer_name }}', level: 1 } },
        { id: 'track', type: 'button', attrs: { label: 'Track the parcel', href: '{{ event.tracking_url }}' } },
      ],
    },
  },
  translations: { pt: { 'track.label': { text: 'Seguir a encomenda', source: 'Track the parcel' } } },
  base_version: 2,
};

const plainTemplate = {
  subject: 'You left something behind',
  from_local_part: 'hello',
  composition: {
    editorVersion: 3,
    target: 'email',
    document: { blocks: [{ id: 'body', type: 'text', attrs: { text: 'Your basket is **still there**.' } }] },
  },
};

const ofWorkspaces: readonly ShownRequest[] = [
  { operation: 'listWorkspaces', title: 'The first page', path: '/workspaces' },
  {
    operation: 'createWorkspace',
    title: 'A workspace for a new customer',
    path: '/workspaces',
    body: { name: 'Blue Bakery', reference: 'bakery', timezone: 'Europe/Lisbon', locale: 'pt-PT' },
  },
  {
    operation: 'createWorkspace',
    title: 'The reference is taken',
    path: '/workspaces',
    body: { name: 'Another shop', reference: 'demo' },
  },
  { operation: 'getWorkspace', title: 'By its reference', path: workspace },
  {
    operation: 'updateWorkspace',
    title: 'Only the name changes',
    path: workspace,
    body: { name: 'Blue Bakery & Café' },
  },
  { operation: 'deleteWorkspace', title: 'Delete a workspace', path: '/workspaces/ref:closed' },
  { operation: 'suspendWorkspace', title: 'Take no more events', path: `${workspace}/suspend` },
  { operation: 'resumeWorkspace', title: 'Take events again', path: '/workspaces/ref:closed/resume' },
];

const ofPeople: readonly ShownRequest[] = [
  {
    operation: 'erasePerson',
    title: 'By the address',
    path: `${workspace}/erasures`,
    body: { email: 'grace@example.com' },
  },
  { operation: 'listContacts', title: 'Contacts who are subscribed', path: `${workspace}/contacts?status=subscribed` },
  { operation: 'getContact', title: 'By its reference', path: `${workspace}/contacts/ref:ada` },
  { operation: 'getContact', title: 'No such contact', path: `${workspace}/contacts/ref:nobody` },
  {
    operation: 'upsertContact',
    title: 'Create a contact',
    path: `${workspace}/contacts/ref:person-7`,
    body: {
      email: 'margaret@example.com',
      locale: 'en',
      attributes: { plan: 'pro' },
      tags: ['Early bird'],
      marketing: { state: 'subscribed', at: '2026-02-01T18:30:00Z' },
    },
  },
  {
    operation: 'upsertContact',
    title: 'Change one attribute',
    path: `${workspace}/contacts/ref:ada`,
    body: { attributes: { plan: 'free' } },
  },
  {
    operation: 'upsertContact',
    title: 'Another contact holds the address',
    path: `${workspace}/contacts/ref:person-8`,
    body: { email: 'ada@example.com' },
  },
  { operation: 'deleteContact', title: 'Delete a contact', path: `${workspace}/contacts/ref:grace` },
  {
    operation: 'upsertContacts',
    title: 'One is changed, one is created, one is rejected',
    path: `${workspace}/contacts/batch`,
    body: {
      contacts: [
        { reference: 'ada', locale: 'pt-PT' },
        { reference: 'person-8', email: 'katherine@example.com' },
        { reference: 'person-9', email: 'ada@example.com' },
      ],
    },
  },
  {
    operation: 'addContactTags',
    title: 'Add a tag',
    path: `${workspace}/contacts/ref:ada/tags`,
    body: { tags: ['Regular'] },
  },
  { operation: 'removeContactTag', title: 'Remove a tag', path: `${workspace}/contacts/ref:ada/tags/early-bird` },
  { operation: 'listAttributeDefinitions', title: 'All of them', path: '/attribute-definitions' },
  {
    operation: 'createAttributeDefinition',
    title: 'Define an attribute',
    path: '/attribute-definitions',
    body: { key: 'seats', name: 'Seats', type: 'number' },
  },
  {
    operation: 'createAttributeDefinition',
    title: 'The key is taken',
    path: '/attribute-definitions',
    body: { key: 'plan', name: 'Plan', type: 'string' },
  },
  {
    operation: 'updateAttributeDefinition',
    title: 'Rename an attribute',
    path: '/attribute-definitions/plan',
    body: { name: 'Subscription plan' },
  },
  {
    operation: 'createTopic',
    title: 'Define a topic',
    path: '/topics',
    body: {
      key: 'newsletter',
      name: 'Newsletter',
      description: 'News and offers, once a month',
      translations: [{ locale: 'de', name: 'Rundbrief', description: 'Neues und Angebote, einmal im Monat' }],
    },
  },
  { operation: 'createTopic', title: 'The key is taken', path: '/topics', body: { key: 'product_news', name: 'News' } },
  { operation: 'listTopics', title: 'All of them', path: '/topics' },
  { operation: 'getTopic', title: 'With its words', path: '/topics/product_news' },
  {
    operation: 'updateTopic',
    title: 'Other words',
    path: '/topics/product_news',
    body: { name: 'Monthly letter', description: null },
  },
  {
    operation: 'saveWorkspaceTopic',
    title: "The workspace's own words",
    path: `${workspace}/topics/product_news`,
    body: { name: 'Letters from the harbour' },
  },
  { operation: 'getWorkspaceTopic', title: 'What its people read', path: `${workspace}/topics/product_news` },
  { operation: 'deleteWorkspaceTopic', title: "The platform's words again", path: `${workspace}/topics/product_news` },
  { operation: 'deleteTopic', title: 'Delete a topic', path: '/topics/product_news' },
];

const ofTemplates: readonly ShownRequest[] = [
  { operation: 'listEventTypes', title: 'All of them', path: '/event-types' },
  { operation: 'getEventType', title: 'With its fields', path: type },
  { operation: 'saveEventType', title: 'Create an event type', path: '/event-types/order.packed', body: { fields } },
  {
    operation: 'saveEventType',
    title: 'Add a field to one without any',
    path: '/event-types/order.viewed',
    body: { fields: [{ name: 'page', type: 'url' }] },
  },
  { operation: 'deleteEventType', title: 'Delete an event type', path: '/event-types/order.viewed' },
  { operation: 'getTemplate', title: 'The current version', path: '/event-types/account.created/template' },
  { operation: 'saveTemplate', title: 'Save the next version', path: `${type}/template`, body: template },
  {
    operation: 'saveTemplate',
    title: 'The first template of an event type',
    path: '/event-types/order.viewed/template',
    body: plainTemplate,
  },
  {
    operation: 'saveTemplate',
    title: 'Someone saved in between',
    path: `${type}/template`,
    body: { ...template, subject: 'On its way', base_version: 1 },
  },
  { operation: 'listTemplateVersions', title: 'Newest first', path: `${type}/template/versions` },
  {
    operation: 'restoreTemplateVersion',
    title: 'The first version’s content, as the third',
    path: `${type}/template/versions/1/restore`,
  },
  {
    operation: 'previewTemplate',
    title: 'The current version, in German',
    path: `${type}/template/preview`,
    body: { locale: 'de', payload },
  },
  {
    operation: 'getTranslationFile',
    title: 'A language that the template does not have yet, as CSV',
    path: `${type}/template/translations/it?format=csv`,
  },
  {
    operation: 'translateTemplate',
    title: 'One text in Italian',
    path: `${type}/template/translations`,
    body: {
      content: JSON.stringify({
        locale: 'it',
        templates: [
          { name: 'order.shipped', texts: [{ id: 'subject', source: demoTemplate.subject, text: 'In viaggio' }] },
        ],
      }),
    },
  },
];

/** The smallest GIF. */
const dot = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** The picture of the demo platform. */
const greyDot = 'R0lGODlhAQABAIAAAExpccLCwiH5BAUAAAAALAAAAAABAAEAAAICTAEAOw==';

const ofEvents: readonly ShownRequest[] = [
  { operation: 'emitEvent', title: 'Emit an event', path: `${workspace}/events`, body: emit },
  {
    operation: 'emitEvent',
    title: 'To an address, with a file',
    path: `${workspace}/events`,
    body: {
      ...emit,
      idempotency_key: 'order-1002-shipped',
      recipient: { email: 'margaret@example.com' },
      attachments: [{ filename: 'receipt.pdf', content: Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64') }],
    },
  },
  {
    operation: 'emitEvent',
    title: 'With a file that was uploaded before',
    path: `${workspace}/events`,
    body: { ...emit, idempotency_key: 'order-1011-shipped', attachments: [{ file }] },
  },
  {
    operation: 'emitEvent',
    title: 'With an image that the mail shows',
    path: `${workspace}/events`,
    body: {
      ...emit,
      idempotency_key: 'order-1010-shipped',
      attachments: [{ filename: 'qr.gif', content: dot, content_id: 'qr-code' }],
    },
  },
  {
    operation: 'emitEvent',
    title: 'With metadata of your own',
    path: `${workspace}/events`,
    body: { ...emit, idempotency_key: 'order-1005-shipped', metadata: { order: '1005', cart: 'c-77' } },
  },
  {
    operation: 'emitEvent',
    title: 'Answers go to a person, with header fields of your own',
    path: `${workspace}/events`,
    body: {
      ...emit,
      idempotency_key: 'order-1009-shipped',
      reply_to: 'grace@example.com',
      headers: { 'X-Order': '1009', 'In-Reply-To': '<order-1009@shop.example>' },
    },
  },
  {
    operation: 'emitEvent',
    title: 'The address is suppressed',
    path: `${workspace}/events`,
    body: { ...emit, idempotency_key: 'order-1003-shipped', recipient: { contact: 'ref:alan' } },
  },
  {
    operation: 'emitEvent',
    title: 'The payload does not fit the event type',
    path: `${workspace}/events`,
    body: { ...emit, idempotency_key: 'order-1004-shipped', payload: { order_number: 1004 } },
  },
  {
    operation: 'emitEvent',
    title: 'The mail leaves later',
    path: `${workspace}/events`,
    body: { ...emit, idempotency_key: 'order-1005-shipped', send_at: '2026-03-03T08:30:00+01:00' },
  },
  {
    operation: 'emitEvent',
    title: 'The key was used for something else',
    path: `${workspace}/events`,
    body: { ...emit, idempotency_key: 'demo-1000-shipped' },
  },
  {
    operation: 'emitEvent',
    title: 'The workspace is suspended',
    path: '/workspaces/ref:closed/events',
    body: { ...emit, recipient: { email: 'ada@example.com' } },
  },
  {
    operation: 'emitEvents',
    title: 'One is accepted, one repeats an earlier emit, one is rejected',
    path: `${workspace}/events/batch`,
    body: {
      events: [
        { ...emit, idempotency_key: 'order-1006-shipped', metadata: { order: '1006' } },
        { ...emit, idempotency_key: 'order-1006-shipped', metadata: { order: '1006' } },
        { ...emit, idempotency_key: 'order-1007-shipped', payload: { order_number: 1007 } },
      ],
    },
  },
  {
    operation: 'emitPlatformEvents',
    title: 'One is accepted; the workspace of the other is suspended',
    path: '/events/batch',
    body: {
      events: [
        { workspace: 'ref:demo', ...emit, idempotency_key: 'order-1008-shipped' },
        { workspace: 'ref:closed', ...emit, recipient: { email: 'ada@example.com' } },
      ],
    },
  },
  { operation: 'listFiles', title: 'Newest first', path: '/files' },
  {
    operation: 'createFile',
    title: 'A file for many mails',
    path: '/files',
    body: { filename: 'logo.gif', content: dot },
  },
  { operation: 'getFile', title: 'By its id', path: `/files/${file}` },
  { operation: 'deleteFile', title: 'No emit can attach it any more', path: `/files/${file}` },
  { operation: 'getEvent', title: 'With the state of its message now', path: `${workspace}/events/${event}` },
  { operation: 'listEvents', title: 'By the key of the emit', path: `${workspace}/events?key=demo-1000-shipped` },
  { operation: 'listEvents', title: 'By metadata', path: `${workspace}/events?metadata.order=1005` },
  { operation: 'listPlatformMessages', title: 'What bounced or failed', path: '/messages?state=bounced,failed' },
  { operation: 'listMessages', title: 'By the key of their emit', path: `${workspace}/messages?key=demo-1000-shipped` },
  { operation: 'getMessage', title: 'Why it did not arrive', path: `${workspace}/messages/${bounced}` },
  { operation: 'getMessageContent', title: 'The mail', path: `${workspace}/messages/${message}/content` },
  { operation: 'listReplies', title: 'Oldest first', path: `${workspace}/messages/${answered}/replies` },
  { operation: 'getReply', title: 'By its id', path: `${workspace}/messages/${answered}/replies/${reply}` },
  {
    operation: 'getReplyAttachment',
    title: 'The first file',
    path: `${workspace}/messages/${answered}/replies/${reply}/attachments/1`,
  },
  {
    operation: 'getReplyAttachment',
    title: 'It has one file only',
    path: `${workspace}/messages/${answered}/replies/${reply}/attachments/2`,
  },
  {
    operation: 'resendMessage',
    title: 'Send a bounced message again',
    path: `${workspace}/messages/${bounced}/resend`,
  },
  {
    operation: 'resendMessage',
    title: 'It has not ended',
    path: `${workspace}/messages/${message}/resend`,
  },
  { operation: 'cancelMessage', title: 'It will not be sent', path: `${workspace}/messages/${cancelled}/cancel` },
  {
    operation: 'rescheduleMessage',
    title: 'A day later',
    path: `${workspace}/messages/${scheduled}`,
    body: { send_at: '2026-03-10T08:30:00+01:00' },
  },
  {
    operation: 'rescheduleMessage',
    title: 'It does not leave later',
    path: `${workspace}/messages/${message}`,
    body: { send_at: '2026-03-10T08:30:00+01:00' },
  },
  { operation: 'listSuppressions', title: 'Addresses that get no mail', path: `${workspace}/suppressions` },
  { operation: 'liftSuppression', title: 'Lift a suppression', path: `${workspace}/suppressions/${suppression}` },
];

const days = 'from=2026-03-01&to=2026-03-31';

const ofSuppressions: readonly ShownRequest[] = [
  {
    operation: 'suppressAddress',
    title: 'A person who called',
    path: `${workspace}/suppressions`,
    body: { email: 'margaret@example.com', note: 'Asked by phone' },
  },
  {
    operation: 'suppressAddress',
    title: 'A bounce that another service knew of',
    path: `${workspace}/suppressions`,
    body: { email: 'bounced@example.com', reach: 'platform', reason: 'hard_bounce' },
  },
  {
    operation: 'liftSuppressionWithNote',
    title: 'The mailbox has room again',
    path: `${workspace}/suppressions/${suppression}/lift`,
    body: { note: 'The mailbox has room again' },
  },
  {
    operation: 'explainAddress',
    title: 'A suppressed address',
    path: `${workspace}/explanation?email=alan@example.com&type=order.shipped`,
  },
  { operation: 'getErasure', title: 'By the id of its request', path: `${workspace}/erasures/${erasure}` },
  { operation: 'exportContacts', title: 'As CSV', path: `${workspace}/contacts/exports` },
  { operation: 'exportContacts', title: 'As NDJSON', path: `${workspace}/contacts/exports?format=ndjson` },
  { operation: 'exportSuppressions', title: 'As CSV', path: `${workspace}/suppressions/exports` },
  {
    operation: 'importContacts',
    title: 'Two contacts, one of them new',
    path: `${workspace}/contacts/imports`,
    body: 'reference,email,plan,tags\nada,ada@example.com,pro,"Early bird, VIP"\nlin,lin@example.com,free,\n',
  },
  {
    operation: 'importContacts',
    title: 'A column that names no field',
    path: `${workspace}/contacts/imports`,
    body: 'reference,mail\nada,ada@example.com\n',
  },
  {
    operation: 'importSuppressions',
    title: 'A list from SES as it comes',
    path: `${workspace}/suppressions/imports`,
    body: 'gone@example.com,BOUNCE\nangry@example.com,COMPLAINT\n',
  },
  { operation: 'listImports', title: 'The newest imports', path: `${workspace}/imports` },
  { operation: 'getImport', title: 'How far it is', path: `${workspace}/imports/${imported}` },
  { operation: 'listImportFaults', title: 'Its rejected rows', path: `${workspace}/imports/${imported}/faults` },
  { operation: 'cancelImport', title: 'An import that nobody needs', path: `${workspace}/imports/${upload}/cancel` },
  { operation: 'getFigures', title: 'By day', path: `/figures?${days}&group_by=day` },
  { operation: 'getWorkspaceFigures', title: 'In all', path: `${workspace}/figures?${days}` },
  { operation: 'listRefusedEmits', title: 'With a faulty payload', path: '/refused-emits?code=validation_failed' },
  { operation: 'listKeys', title: 'All of them', path: '/keys' },
  {
    operation: 'createKey',
    title: 'A key that sends, for one workspace',
    path: '/keys',
    body: { name: 'Shop', scopes: ['send'], workspace: 'ref:demo' },
  },
  { operation: 'updateKey', title: 'Another name', path: `/keys/${key}`, body: { name: 'Billing' } },
  { operation: 'revokeKey', title: 'Revoke a key', path: `/keys/${key}` },
];

const url = 'https://hooks.test/tidings';

const ofWebhooks: readonly ShownRequest[] = [
  { operation: 'listWebhookEndpoints', title: 'All of them', path: '/webhook-endpoints' },
  {
    operation: 'createWebhookEndpoint',
    title: 'Register an endpoint',
    path: '/webhook-endpoints',
    body: { url, types: ['message.delivered', 'message.bounced', 'message.suppressed'] },
  },
  {
    operation: 'createWebhookEndpoint',
    title: 'Not HTTPS',
    path: '/webhook-endpoints',
    body: { url: url.replace('https', 'http'), types: ['message.delivered'] },
  },
  {
    operation: 'createWebhookEndpoint',
    title: 'A type that does not exist',
    path: '/webhook-endpoints',
    body: { url, types: ['message.delivered', 'message.read'] },
  },
  { operation: 'getWebhookEndpoint', title: 'By its id', path: `/webhook-endpoints/${endpoint}` },
  {
    operation: 'updateWebhookEndpoint',
    title: 'Subscribe to another type',
    path: `/webhook-endpoints/${endpoint}`,
    body: { types: ['sending_domain.changed', 'workspace.health_changed'] },
  },
  {
    operation: 'testWebhookEndpoint',
    title: 'A bounce',
    path: `/webhook-endpoints/${endpoint}/test`,
    body: { type: 'message.bounced' },
  },
  { operation: 'pauseWebhookEndpoint', title: 'Hold its webhooks', path: `/webhook-endpoints/${endpoint}/pause` },
  { operation: 'resumeWebhookEndpoint', title: 'Let them go out', path: `/webhook-endpoints/${endpoint}/resume` },
  {
    operation: 'redeliverFailedWebhooks',
    title: 'After an outage of the receiver',
    path: `/webhook-endpoints/${endpoint}/redeliver`,
    body: { since: '2026-03-01T18:30:00Z' },
  },
  { operation: 'getRedelivery', title: 'How far it has come', path: `/webhook-redeliveries/${redelivery}` },
  { operation: 'deleteWebhookEndpoint', title: 'Delete an endpoint', path: `/webhook-endpoints/${endpoint}` },
  { operation: 'listWebhookSecrets', title: 'Oldest first', path: '/webhook-secrets' },
  { operation: 'createWebhookSecret', title: 'Shown once', path: '/webhook-secrets' },
  { operation: 'deleteWebhookSecret', title: 'Revoke the older secret', path: `/webhook-secrets/${secret}` },
  { operation: 'listWebhooks', title: 'Webhooks that were delivered', path: '/webhooks?state=delivered' },
  { operation: 'getWebhook', title: 'Delivered at the first attempt', path: `/webhooks/${webhook}` },
  { operation: 'redeliverWebhook', title: 'Send it again', path: `/webhooks/${webhook}/redeliver` },
];

const ofTheDomain: readonly ShownRequest[] = [
  {
    operation: 'saveBrand',
    title: 'Colours, corners and small print',
    path: '/brand',
    body: {
      name: 'Acme Shop',
      logo_url: 'https://acme-shop.example/logo.png',
      colors: { primary: '#0f766e', on_primary: '#ffffff', link: '#0d5c56' },
      border_radius: 8,
      address: 'Acme Shop\nHauptstrasse 1\n10115 Berlin',
      legal_line: 'Acme Shop GmbH, HRB 1234',
    },
  },
  { operation: 'getBrand', title: 'As it was saved', path: '/brand' },
  {
    operation: 'saveLayout',
    title: 'A header and a footer',
    path: '/layouts/letters',
    body: {
      header: [{ id: 'top', type: 'header', attrs: { name: '{{ brand.name }}' } }],
      footer: [{ id: 'print', type: 'footer', attrs: { text: '{{ brand.name }}\n{{ brand.address }}' } }],
    },
  },
  {
    operation: 'saveLayout',
    title: 'The same layout again',
    path: '/layouts/default',
    body: {
      header: [{ id: 'top', type: 'header', attrs: { name: '{{ brand.name }}' } }],
      footer: [{ id: 'print', type: 'footer', attrs: { text: '{{ brand.name }}\n{{ brand.address }}' } }],
    },
  },
  { operation: 'listLayouts', title: 'By name', path: '/layouts' },
  { operation: 'getLayout', title: 'As it was saved', path: '/layouts/default' },
  {
    operation: 'previewLayout',
    title: 'No template uses it yet',
    path: '/layouts/default/preview',
    body: { footer: [{ id: 'print', type: 'footer', attrs: { text: '{{ brand.name }}' } }] },
  },
  { operation: 'deleteLayout', title: 'No template uses it', path: '/layouts/default' },
  { operation: 'deleteBrand', title: 'Later mails have none', path: '/brand' },
  { operation: 'listPictures', title: 'Newest first', path: '/pictures' },
  {
    operation: 'createPicture',
    title: 'A new picture, with its address',
    path: '/pictures',
    body: { content: dot },
  },
  {
    operation: 'createPicture',
    title: 'The same picture again',
    path: '/pictures',
    body: { content: greyDot },
  },
  { operation: 'getPicture', title: 'By its id', path: `/pictures/${picture}` },
  { operation: 'deletePicture', title: 'Its address shows nothing any more', path: `/pictures/${picture}` },
  { operation: 'getSendingDomain', title: 'With its DNS records', path: '/sending-domain' },
  {
    operation: 'saveSendingDomain',
    title: 'The same again changes nothing',
    path: '/sending-domain',
    body: { domain: 'demo.test' },
  },
  { operation: 'verifySendingDomain', title: 'Look the records up', path: '/sending-domain/verify' },
  { operation: 'deleteSendingDomain', title: 'Remove the domain', path: '/sending-domain' },
  { operation: 'getKey', title: 'The key of the request', path: '/key' },
];

export const shownRequests: readonly ShownRequest[] = [
  ...ofWorkspaces,
  ...ofPeople,
  ...ofTemplates,
  ...ofEvents,
  ...ofSuppressions,
  ...ofWebhooks,
  ...ofTheDomain,
];
