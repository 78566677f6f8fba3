/** A world whose pages are answered over HTTP: what a person with a link in a mail does, by a clock that is moved. */
import { unsubscribeUrl } from '../../src/contacts/contact-token.ts';
import { createRequestListener } from '../../src/http/server.ts';
import { contactsOf } from './contacts-of.ts';
import { serveLocally } from './serve-locally.ts';
import { createWorld, type Tenant, type World } from './world.ts';

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export interface PagesWorld extends World {
  /** Path of the link that leads the contact out. */
  link(tenant: Tenant, contactId: string): string;
  open(path: string, headers?: Record<string, string>): Promise<Page>;
  post(path: string, form: Record<string, string>): Promise<Page>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A contact whose consent is a minute old. */
  subscriber(
    tenant: Tenant,
    reference: string,
    input?: object,
  ): Promise<{ readonly id: string; readonly link: string }>;
  ledger(tenant: Tenant, contact: string): Promise<readonly LedgerLine[]>;
  webhooks(tenant: Tenant): Promise<readonly { readonly type: string; readonly body: never }[]>;
}

export interface LedgerLine {
  readonly state: string;
  readonly at: Date;
  readonly source: string;
  readonly apiKeyId: string | null;
  readonly replacedState: string;
  readonly replacedAt: Date | null;
  readonly undoneAt: Date | null;
  readonly createdAt: Date;
}

export async function createPagesWorld(): Promise<PagesWorld> {
  const world = await createWorld();
  const server = await serveLocally(await createRequestListener(world.app));
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.origin}${path}`, { redirect: 'manual', ...init });
  const page = async (response: Response): Promise<Page> => ({
    status: response.status,
    headers: response.headers,
    html: await response.text(),
  });
  const link: PagesWorld['link'] = ({ workspace }, id) =>
    unsubscribeUrl({ ...world.app, publicUrl: '' }, { workspaceId: workspace, id });

  return {
    ...world,
    link,
    fetch: ask,
    open: async (path, headers = {}) => page(await ask(path, { headers })),
    post: async (path, form) => page(await ask(path, { method: 'POST', body: new URLSearchParams(form) })),
    async subscriber(tenant, reference, input = {}) {
      const { put, ago } = contactsOf(world, tenant);
      const { data, errors } = await put(`ref:${reference}`, {
        email: `${reference}@example.com`,
        marketing: { state: 'subscribed', at: ago(60) },
        ...input,
      });
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      const { id } = data.contactUpsert.contact;
      return { id, link: link(tenant, id) };
    },
    async ledger(tenant, contact) {
      const { data } = await tenant.ask(
        `query ($workspace: ID!, $contact: ID!) { contact(workspace: $workspace, contact: $contact) {
          consentChanges { edges { node {
            state at source apiKeyId replacedState replacedAt undoneAt createdAt } } } } }`,
        { workspace: tenant.workspace, contact },
      );
      return data.contact.consentChanges.edges.map(({ node }: { node: LedgerLine }) => node);
    },
    async webhooks(tenant) {
      const { data } = await tenant.askAsRest('{ webhooks { edges { node { type body } } } }');
      return data.webhooks.edges.map(({ node }: { node: never }) => node);
    },
    async close() {
      await server.close();
      await world.close();
    },
  };
}

/** An endpoint for every type; the world delivers nothing. */
export async function hearOfPeople(world: World, tenant: Tenant): Promise<void> {
  const now = world.now();
  await world.app.db.prisma.webhookEndpoint.create({
    data: {
      platformId: tenant.platformId,
      id: `ENDPOINT${tenant.platformId.slice(-18)}`,
      url: 'https://hooks.example.com/',
      types: ['contact.left_marketing', 'contact.rejoined_marketing', 'contact.suppressed'],
      createdAt: now,
      updatedAt: now,
    },
  });
}
