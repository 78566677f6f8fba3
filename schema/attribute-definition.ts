/** Attribute definitions: what contacts of every workspace can carry. */
import { queryFromInfo } from '@pothos/plugin-prisma';
import { AttributeType } from '../prisma/generated/client.ts';
import { createAttributeDefinition } from '../src/attributes/create-attribute-definition.ts';
import { definitionKeyPattern } from '../src/attributes/definition-input.ts';
import { findAttributeDefinition } from '../src/attributes/find-attribute-definition.ts';
import { listAttributeDefinitions } from '../src/attributes/list-attribute-definitions.ts';
import { updateAttributeDefinition } from '../src/attributes/update-attribute-definition.ts';
import { builder, tenant } from './builder.ts';
import { keysetConnection } from './connection.ts';

const byKey = { keyOf: ({ key }: { readonly key: string }) => key, pattern: definitionKeyPattern };

const AttributeTypeEnum = builder.enumType(AttributeType, {
  name: 'AttributeType',
  description: 'What values of an attribute are; a date is written as 2026-01-31.',
  values: {
    string: { description: 'Text.' },
    number: { description: 'A number.' },
    boolean: { description: 'True or false.' },
    date: { description: 'A day, such as 2026-01-31.' },
  },
});

const AttributeDefinition = builder.prismaObject('AttributeDefinition', {
  description: 'An attribute that contacts of every workspace can carry. Only its name can change.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'How contacts and templates name it.' }),
    name: t.exposeString('name', { description: 'A label for people.' }),
    type: t.expose('type', { type: AttributeTypeEnum, description: 'What its values are.' }),
    required: t.exposeBoolean('required', { description: 'Whether every new contact must have a value.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: true, description: 'When it was made.' }),
  }),
});

builder.queryField('attributeDefinitions', (t) =>
  t.connection({
    type: AttributeDefinition,
    description: 'The definitions of the platform, by key.',
    resolve: (_root, args, viewer, info) => {
      const query = queryFromInfo({ context: viewer, info, path: ['edges', 'node'] });
      return keysetConnection(args, (window) => listAttributeDefinitions(tenant(viewer), window, query), byKey);
    },
  }),
);

const AttributeDefinitionCreateInput = builder.inputType('AttributeDefinitionCreateInput', {
  description: 'What a new definition is given.',
  fields: (t) => ({
    key: t.string({
      required: true,
      description: '1 to 64 lower-case letters, digits or "_"; unique on the platform.',
    }),
    name: t.string({ required: true, description: 'A label for people; at most 128 characters.' }),
    type: t.field({ type: AttributeTypeEnum, required: true, description: 'What its values are.' }),
    required: t.boolean({ description: 'Whether every new contact must have a value; false when left out.' }),
  }),
});

const AttributeDefinitionUpdateInput = builder.inputType('AttributeDefinitionUpdateInput', {
  description: 'What to change of a definition.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'A label for people; at most 128 characters.' }),
  }),
});

const AttributeDefinitionPayload = builder.objectRef<{ readonly key: string }>('AttributeDefinitionPayload').implement({
  description: 'The definition that a mutation wrote.',
  fields: (t) => ({
    attributeDefinition: t.prismaField({
      type: 'AttributeDefinition',
      description: 'As it is now.',
      resolve: (query, { key }, _args, viewer) => findAttributeDefinition(tenant(viewer), key, query),
    }),
  }),
});

builder.mutationFields((t) => ({
  attributeDefinitionCreate: t.field({
    type: AttributeDefinitionPayload,
    description: 'Defines an attribute. Refuses key_taken.',
    args: { input: t.arg({ type: AttributeDefinitionCreateInput, required: true, description: 'What it is given.' }) },
    resolve: async (_root, { input }, viewer) => ({ key: await createAttributeDefinition(tenant(viewer), input) }),
  }),
  attributeDefinitionUpdate: t.field({
    type: AttributeDefinitionPayload,
    description: 'Renames an attribute.',
    args: {
      key: t.arg.string({ required: true, description: 'Its key.' }),
      input: t.arg({ type: AttributeDefinitionUpdateInput, required: true, description: 'What to change.' }),
    },
    resolve: async (_root, { key, input }, viewer) => ({
      key: await updateAttributeDefinition(tenant(viewer), key, input),
    }),
  }),
}));
