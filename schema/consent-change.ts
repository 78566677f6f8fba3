/** The consent history of a contact: every change of its marketing state, with its source. */
import { ConsentSource } from '../prisma/generated/client.ts';
import { listConsentChanges } from '../src/contacts/list-consent-changes.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection } from './connection.ts';
import { ContactStatusEnum } from './contact-marketing.ts';

const ConsentSourceEnum = builder.enumType(ConsentSource, {
  name: 'ConsentSource',
  description: 'Origin of a consent change: the caller, or the person through one of three ways.',
  values: {
    api: { description: 'The caller, through the API.' },
    link: { description: 'The person, on the page of an unsubscribe link.' },
    mail_app: { description: 'The person, with the unsubscribe button of a mail app.' },
    undo: { description: 'The person, who undid an opt-out within 10 minutes.' },
  },
});

const ConsentChange = builder.prismaObject('ConsentChange', {
  description: 'One accepted change of the marketing state.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of this entry in the history, a ULID.' }),
    state: t.expose('state', { type: ContactStatusEnum, description: 'Marketing state after the change.' }),
    at: t.expose('at', { type: 'DateTime', description: "Time of the person's decision." }),
    source: t.expose('source', {
      type: ConsentSourceEnum,
      description: 'Origin, such as `api` for the caller or `link` for the unsubscribe page.',
    }),
    apiKeyId: t.exposeString('apiKeyId', {
      nullable: true,
      description: 'Id of the key whose request made the change; null when the person made it.',
    }),
    replacedState: t.expose('replacedState', {
      type: ContactStatusEnum,
      description: 'Marketing state before the change; null when no consent had ever been sent.',
    }),
    replacedAt: t.expose('replacedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Decision time of the earlier state; null when no consent had ever been sent.',
    }),
    undoneAt: t.expose('undoneAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the person undid this opt-out, which then no longer counts; null otherwise.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time at which the service recorded the change; `at` is the time of the decision.',
    }),
  }),
});

builder.prismaObjectField('Contact', 'consentChanges', (t) =>
  t.connection({
    type: ConsentChange,
    description: 'Every accepted consent change, latest first. The latest is the present `marketing`.',
    select: { workspaceId: true, id: true },
    resolve: ({ workspaceId, id }, args, viewer) =>
      keysetConnection(args, (window) => listConsentChanges(tenant(viewer), { workspaceId, id }, window), byId),
  }),
);
