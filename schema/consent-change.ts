/** The consent history of a contact: every change of its marketing state, with its source. */
import { ConsentSource } from '../prisma/generated/client.ts';
import { countConsentChanges, listConsentChanges } from '../src/contacts/list-consent-changes.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection } from './connection.ts';
import { ContactStatusEnum } from './contact-marketing.ts';
import { loadTogether } from './load-together.ts';

export const ConsentSourceEnum = builder.enumType(ConsentSource, {
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
  description: 'One accepted change of the marketing state, or of the state of one topic.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of this entry in the history, a ULID.' }),
    topic: t.exposeString('topic', {
      nullable: true,
      description: 'Key of the topic that the states are of; null: marketing as a whole.',
    }),
    state: t.expose('state', { type: ContactStatusEnum, description: 'Marketing state after the change.' }),
    at: t.expose('at', { type: 'DateTime', description: "Time of the person's decision." }),
    source: t.expose('source', {
      type: ConsentSourceEnum,
      description: 'Origin, such as `api` for the caller or `link` for the unsubscribe page.',
    }),
    apiKeyId: t.exposeID('apiKeyId', {
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
  t.connection(
    {
      type: ConsentChange,
      description:
        'Accepted consent changes, latest first; the latest is the present `marketing`. The latest 1,000 are kept, and of a person who changed sides ten times in an hour or more, the first and the last change of each minute.',
      select: { id: true },
      resolve: ({ id }, args, viewer, info) => {
        const ctx = tenant(viewer);
        const read = async (window: PageWindow) => {
          const load = (ids: readonly string[]) => listConsentChanges(ctx, ids, window);
          const history = await loadTogether(viewer, info, { what: 'consent changes', id, read: load });
          return history?.changes ?? [];
        };
        const count = async (limit: number) => {
          const load = (ids: readonly string[]) => countConsentChanges(ctx, ids, limit);
          return (await loadTogether(viewer, info, { what: 'consent count', id, read: load }))?.count ?? 0;
        };
        return keysetConnection(args, { query: {}, read, count }, byId);
      },
    },
    { name: 'ConsentChangeConnection' },
    { name: 'ConsentChangeEdge' },
  ),
);
