/** Who left marketing mail by themselves, in all workspaces. */
import {
  type Leaver as Left,
  type Leavers as LeftList,
  leaversMax,
  listLeavers,
} from '../src/contacts/list-leavers.ts';
import { builder, tenant } from './builder.ts';
import { ConsentSourceEnum } from './consent-change.ts';
import { Contact } from './contact.ts';
import { listOfCost, workCost } from './field-cost.ts';
import { contactOf, workspaceOf } from './relations.ts';
import { Workspace } from './workspace.ts';

const Leaver = builder.objectRef<Left>('Leaver').implement({
  description: 'A contact who left marketing mail without the caller, and has not come back.',
  fields: (t) => ({
    contact: t.field({
      type: Contact,
      nullable: true,
      description: 'Contact who left; null after its deletion.',
      resolve: ({ contactId }, _args, viewer, info) => contactOf(viewer, info, contactId),
    }),
    workspace: t.field({
      type: Workspace,
      nullable: true,
      description: 'Workspace that the contact left; null after its deletion.',
      resolve: ({ workspaceId }, _args, viewer, info) => workspaceOf(viewer, info, workspaceId),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time at which the person left.' }),
    source: t.expose('source', {
      type: ConsentSourceEnum,
      description: 'Way on which the person left, such as `link` for the unsubscribe page.',
    }),
  }),
});

const Leavers = builder.objectRef<LeftList>('Leavers').implement({
  description: 'People who left marketing mail by themselves, who left last first.',
  fields: (t) => ({
    people: t.field({
      type: [Leaver],
      complexity: listOfCost(leaversMax),
      description: 'Up to 100 people.',
      resolve: ({ people }) => [...people],
    }),
    capped: t.exposeBoolean('capped', {
      description: 'Whether more people left than are listed: `contacts` of one workspace has all of them.',
    }),
  }),
});

builder.queryField('leavers', (t) =>
  t.field({
    type: Leavers,
    complexity: { field: workCost.acrossWorkspaces, multiplier: 1 },
    description: `People who left marketing mail by the unsubscribe page or their mail app, in all workspaces. Costs as much as ${workCost.acrossWorkspaces} fields.`,
    resolve: (_root, _args, viewer) => listLeavers(tenant(viewer)),
  }),
);
