/** The erasure of a person in one workspace. */
import { erasePerson } from '../src/people/erase-person.ts';
import { findErasure } from '../src/people/find-erasure.ts';
import { builder, tenant } from './builder.ts';
import { Node } from './node.ts';

export const Erasure = builder.prismaObject('Erasure', {
  description: 'A request to erase a person in one workspace.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    requestedAt: t.expose('requestedAt', {
      type: 'DateTime',
      description: 'Time of the request. Consent up to this time no longer counts for the address.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the last data was removed; null while the erasure runs.',
    }),
  }),
});

const workspacePath = { required: true, description: "The workspace's id, or ref:<reference>." } as const;

builder.queryField('erasure', (t) =>
  t.prismaField({
    type: 'Erasure',
    description: 'Reads an erasure and whether it is finished.',
    args: {
      workspace: t.arg.id(workspacePath),
      id: t.arg.id({ required: true, description: 'Id from the response of personErase.' }),
    },
    resolve: (query, _root, { workspace, id }, viewer) => findErasure(tenant(viewer), workspace, id, query),
  }),
);

const PersonEraseInput = builder.inputType('PersonEraseInput', {
  description: 'Person to erase: exactly one of `contact` and `email`.',
  isOneOf: true,
  fields: (t) => ({
    contact: t.id({ description: "An existing contact's id, or ref:<reference>." }),
    email: t.string({ description: 'An address, whether or not a contact holds it.' }),
  }),
});

const PersonErasePayload = builder
  .objectRef<{ readonly workspaceId: string; readonly id: string }>('PersonErasePayload')
  .implement({
    description: 'The recorded request to erase a person.',
    fields: (t) => ({
      erasure: t.prismaField({
        type: 'Erasure',
        description: 'The new erasure; `finishedAt` is null while steps remain.',
        resolve: (query, { workspaceId, id }, _args, viewer) => findErasure(tenant(viewer), workspaceId, id, query),
      }),
    }),
  });

builder.mutationField('personErase', (t) =>
  t.field({
    type: PersonErasePayload,
    description:
      'Erases a person in one workspace: the contact at once, other data soon after the response. A keyed hash of the address and bare records of the events stay.',
    args: {
      workspace: t.arg.id(workspacePath),
      input: t.arg({ type: PersonEraseInput, required: true, description: 'The contact or the address to erase.' }),
    },
    resolve: (_root, { workspace, input }, viewer) => erasePerson(tenant(viewer), workspace, input),
  }),
);
