/** Contacts of a world, asked through the schema: what the tests of contacts share. */
import { expect } from 'vitest';
import type { Tenant, World } from './world.ts';

const fields = `id reference email status locale marketing { state at consentedAt consentedByKey: consentedByKeyId } pixelConsentAt
  attributes tags { key name } createdAt updatedAt`;
export const upsert = `mutation ($workspace: ID!, $contact: ID, $input: ContactUpsertInput!) {
  contactUpsert(workspace: $workspace, contact: $contact, input: $input) { created contact { ${fields} } }
}`;
export const batch = `mutation ($workspace: ID!, $contacts: [ContactBatchItemInput!]!) {
  contactBatchUpsert(workspace: $workspace, input: { contacts: $contacts }) {
    results { reference result id: contactId code message errors contact: holder docUrl }
  }
}`;
export const read = `query ($workspace: ID!, $contact: ID!) {
  contact(workspace: $workspace, contact: $contact) { ${fields} }
}`;
export const list = `query (
  $workspace: ID!, $search: String, $status: ContactStatusFilter, $tag: String, $decidedBy: ConsentAuthor, $first: Int,
  $after: String
) {
  contacts(
    workspace: $workspace, search: $search, status: $status, tag: $tag, decidedBy: $decidedBy, first: $first, after: $after
  ) {
    edges { cursor node { reference email } } pageInfo { hasNextPage endCursor }
  }
}`;
export const define = `mutation ($input: AttributeDefinitionCreateInput!) {
  attributeDefinitionCreate(input: $input) { attributeDefinition { key } }
}`;

/** Calls of a tenant on the contacts of its workspace. */
export function contactsOf(world: World, tenant: Tenant) {
  const { workspace } = tenant;
  return {
    put: (contact: string | null, input: object) => tenant.ask(upsert, { workspace, contact, input }),
    async putAll(contacts: readonly unknown[]) {
      const { data, errors } = await tenant.askAsRest(batch, { workspace, contacts });
      expect(errors, JSON.stringify(errors)).toEqual([]);
      return data.contactBatchUpsert.results;
    },
    get: async (contact: string) => (await tenant.ask(read, { workspace, contact })).data?.contact ?? null,
    async references(filter: object): Promise<readonly string[]> {
      const { data } = await tenant.ask(list, { workspace, ...filter });
      return data.contacts.edges.map((edge: { node: { reference: string } }) => edge.node.reference);
    },
    ago: (seconds: number) => new Date(world.now().getTime() - seconds * 1000).toISOString(),
  };
}
