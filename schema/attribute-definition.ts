/** Attribute definitions: the attributes that contacts of every workspace may have. */
import { AttributeType } from '../prisma/generated/client.ts';
import { createAttributeDefinition } from '../src/attributes/create-attribute-definition.ts';
import { findAttributeDefinition } from '../src/attributes/find-attribute-definition.ts';
import { countAttributeDefinitions, listAttributeDefinitions } from '../src/attributes/list-attribute-definitions.ts';
import { updateAttributeDefinition } from '../src/attributes/update-attribute-definition.ts';
import { attributeKeyPattern } from '../src/ground/input/attribute-key.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { builder, tenant } from './builder.ts';
import { keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { fromArg, untilArg } from './time-range.ts';

const byKey = { keyOf: ({ key }: { readonly key: string }) => key, pattern: attributeKeyPattern };

const AttributeTypeEnum = builder.enumType(AttributeType, {
  name: 'AttributeType',
  description: 'Type of the values; other values are rejected with validation_failed.',
  values: {
    string: { description: 'Any text within the size limit of contact attributes.' },
    number: { description: 'A finite JSON number, not a string of digits.' },
    boolean: { description: 'True or false.' },
    date: { description: 'A day, such as 2026-01-31.' },
  },
});

const AttributeDefinition = builder.prismaObject('AttributeDefinition', {
  description: 'An attribute that contacts of every workspace can have. Only its name can change.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'Name in contact attributes and in merge tags: `{{ attributes.<key> }}`. Never changes.',
    }),
    name: t.exposeString('name', { description: 'A label for people.' }),
    type: t.expose('type', { type: AttributeTypeEnum, description: 'Type of the values; cannot change later.' }),
    required: t.exposeBoolean('required', { description: 'Whether every new contact must have a value.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the platform defined the attribute.',
    }),
  }),
});

builder.queryField('attributeDefinitions', (t) =>
  t.connection(
    {
      type: AttributeDefinition,
      description: 'The attribute definitions of the platform, by key.',
      args: {
        from: t.arg(fromArg),
        until: t.arg(untilArg),
      },
      resolve: (_root, { from, until, ...args }, viewer, info) => {
        const times = { from, until };
        const read = (window: PageWindow, query: RowQuery) =>
          listAttributeDefinitions(tenant(viewer), times, window, query);
        const count = (limit: number) => countAttributeDefinitions(tenant(viewer), times, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byKey);
      },
    },
    { name: 'AttributeDefinitionConnection' },
    { name: 'AttributeDefinitionEdge' },
  ),
);

const AttributeDefinitionCreateInput = builder.inputType('AttributeDefinitionCreateInput', {
  description: 'Defines one attribute for contacts of every workspace.',
  fields: (t) => ({
    key: t.string({
      required: true,
      description: '1 to 64 lower-case letters, digits or "_"; unique on the platform.',
    }),
    name: t.string({ required: true, description: 'A label for people; at most 128 characters.' }),
    type: t.field({ type: AttributeTypeEnum, required: true, description: 'Type of the values; cannot change later.' }),
    required: t.boolean({ description: 'Whether every new contact must have a value; false when left out.' }),
  }),
});

const AttributeDefinitionUpdateInput = builder.inputType('AttributeDefinitionUpdateInput', {
  description: 'Input of attributeDefinitionUpdate. Only the label can change.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'A label for people; at most 128 characters.' }),
  }),
});

const AttributeDefinitionPayload = builder.objectRef<{ readonly key: string }>('AttributeDefinitionPayload').implement({
  description: 'Result of the two attributeDefinition mutations.',
  fields: (t) => ({
    attributeDefinition: t.prismaField({
      type: 'AttributeDefinition',
      description: 'The definition after the write.',
      resolve: (query, { key }, _args, viewer) => findAttributeDefinition(tenant(viewer), key, query),
    }),
  }),
});

builder.mutationFields((t) => ({
  attributeDefinitionCreate: t.field({
    type: AttributeDefinitionPayload,
    description: 'Defines an attribute; a platform has at most 1,000. Errors: key_taken.',
    args: {
      input: t.arg({
        type: AttributeDefinitionCreateInput,
        required: true,
        description: 'Key, label, type and whether a value is required.',
      }),
    },
    resolve: async (_root, { input }, viewer) => ({ key: await createAttributeDefinition(tenant(viewer), input) }),
  }),
  attributeDefinitionUpdate: t.field({
    type: AttributeDefinitionPayload,
    description: 'Changes the label of an attribute. Key and type never change.',
    args: {
      key: t.arg.string({ required: true, description: 'Key of an existing definition; not_found otherwise.' }),
      input: t.arg({ type: AttributeDefinitionUpdateInput, required: true, description: 'The new label.' }),
    },
    resolve: async (_root, { key, input }, viewer) => ({
      key: await updateAttributeDefinition(tenant(viewer), key, input),
    }),
  }),
}));
