/** Drafts of templates: saved, and not live until they are published. */
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { checkTemplateDraft, type DraftCheck } from '../src/templates/drafts/check-template-draft.ts';
import { createTemplateDraft } from '../src/templates/drafts/create-template-draft.ts';
import { deleteTemplateDraft } from '../src/templates/drafts/delete-template-draft.ts';
import { draftInput, findTemplateDraft } from '../src/templates/drafts/find-template-draft.ts';
import {
  countTemplateDrafts,
  draftsThatFit,
  listTemplateDrafts,
} from '../src/templates/drafts/list-template-drafts.ts';
import { publishTemplateDraft } from '../src/templates/drafts/publish-template-draft.ts';
import { saveTemplateDraft } from '../src/templates/drafts/save-template-draft.ts';
import { tryDraft } from '../src/templates/trials/try-draft.ts';
import { builder, tenant } from './builder.ts';
import { byId, type RowQuery } from './connection.ts';
import { contentConnection } from './content-connection.ts';
import { workCost } from './field-cost.ts';
import { Node } from './node.ts';
import { TemplateSavePayload } from './template.ts';
import { authorDescription, selectAuthor, TemplateAuthor } from './template-author.ts';
import { DraftCreateInput, DraftPublishInput, DraftSaveInput } from './template-draft-input.ts';
import { TemplateCheck } from './template-trial.ts';
import { withinAnswer } from './within-answer.ts';

const TemplateDraft = builder.prismaObject('TemplateDraft', {
  description: 'A template that is written and not live. Its content may have faults and gaps.',
  // Selected only on demand: content can be megabytes.
  select: { id: true },
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    name: t.exposeString('name', { description: 'Label that tells the drafts of one event type apart.' }),
    eventType: t.relation('eventType', { description: 'The event type whose template the draft may become.' }),
    revision: t.exposeInt('revision', { description: 'Number of the last save of this draft, counted from 1.' }),
    baseVersion: t.exposeInt('baseVersion', {
      nullable: true,
      description: 'Version that the author began from; null where the event type had no template.',
    }),
    subject: t.exposeString('subject', { nullable: true, description: 'Subject line; null while it is missing.' }),
    fromLocalPart: t.exposeString('fromLocalPart', {
      nullable: true,
      description: "Local part of the sender's address; null while it is missing.",
    }),
    displayName: t.exposeString('displayName', { nullable: true, description: "The sender's name; null: none." }),
    replyTo: t.exposeString('replyTo', { nullable: true, description: 'Address of the Reply-To header; null: none.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Language of the texts; null stands for en.' }),
    composition: t.expose('composition', {
      type: 'JSON',
      nullable: true,
      complexity: workCost.templateContent,
      description: 'Content as it was sent, with its faults; null while it is missing. Costs as much as 40 fields.',
    }),
    translations: t.expose('translations', {
      type: 'JSON',
      nullable: true,
      complexity: workCost.templateContent,
      description: 'Translations as they were sent; null: none. Costs as much as 40 fields.',
    }),
    savedBy: t.field({
      type: TemplateAuthor,
      nullable: true,
      description: authorDescription,
      select: selectAuthor,
      resolve: ({ savedBy }) => savedBy,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the first save.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last save of the draft.' }),
  }),
});

interface PathFaults {
  readonly path: string;
  readonly messages: readonly string[];
}

const Fault = builder.objectRef<PathFaults>('TemplateDraftFault').implement({
  description: 'Reasons to reject one value.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Place of the value, such as composition.document.blocks.2.attrs.href or translations.de.subject.',
    }),
    messages: t.stringList({
      description: 'Explanations in English; the wording may change.',
      resolve: ({ messages }) => [...messages],
    }),
  }),
});

const faultsOf = (errors: DraftCheck['faults']): PathFaults[] =>
  Object.entries(errors).map(([path, messages]) => ({ path, messages }));

const DraftCheckRef = builder.objectRef<DraftCheck>('TemplateDraftCheck').implement({
  description: 'Reasons why publishing a draft would be rejected now.',
  fields: (t) => ({
    faults: t.field({
      type: [Fault],
      description: 'Faults of the content against the present fields of the event type, at most 100 paths.',
      resolve: ({ faults }) => faultsOf(faults),
    }),
    outdated: t.field({
      type: [Fault],
      description: 'Outdated translations, which publishing with `acceptOutdated` accepts.',
      resolve: ({ outdated }) => faultsOf(outdated),
    }),
    currentVersion: t.exposeInt('currentVersion', {
      nullable: true,
      description: 'Number of the version that is live; null where the event type has no template.',
    }),
    trial: t.field({
      type: TemplateCheck,
      nullable: true,
      complexity: { field: workCost.templateCheck, multiplier: 1 },
      description:
        'Result of rendering the draft with the newest 100 payloads; null while it has faults. Costs as much as 4,000 fields.',
      resolve: ({ draft, faults, eventTypeName: eventType }, _args, viewer) =>
        Object.keys(faults).length > 0
          ? null
          : withinAnswer(viewer, () => tryDraft(tenant(viewer), { eventType, draft: draftInput(draft) })),
    }),
    baseIsCurrent: t.boolean({
      description: 'Whether the draft began from the live version; publishing is a version_conflict otherwise.',
      resolve: ({ draft, currentVersion }) => draft.baseVersion === currentVersion,
    }),
  }),
});

const eventTypeArgument = 'Name of an event type of the platform, such as order.shipped.';
const draftArgument = 'Id of a draft of the platform; not_found once it was published or deleted.';

builder.queryFields((t) => ({
  templateDraft: t.prismaField({
    type: 'TemplateDraft',
    description: 'Reads a draft with its content.',
    args: { id: t.arg.id({ required: true, description: draftArgument }) },
    resolve: (query, _root, { id }, viewer) => withinAnswer(viewer, () => findTemplateDraft(tenant(viewer), id, query)),
  }),
  templateDraftCheck: t.field({
    type: DraftCheckRef,
    complexity: { field: workCost.draftCheck, multiplier: 1 },
    description: 'Checks a draft as a save would, and changes nothing. Costs as much as 500 fields.',
    args: { id: t.arg.id({ required: true, description: draftArgument }) },
    resolve: (_root, { id }, viewer) => withinAnswer(viewer, () => checkTemplateDraft(tenant(viewer), id)),
  }),
  templateDrafts: t.connection(
    {
      type: TemplateDraft,
      description:
        'The drafts of a template, newest first. A page with content ends early at 8 MiB; hasNextPage is true then.',
      args: { eventType: t.arg.string({ required: true, description: eventTypeArgument }) },
      resolve: (_root, { eventType, ...args }, viewer, info) => {
        const ctx = tenant(viewer);
        const list = {
          ...byId,
          read: (window: PageWindow, query: RowQuery) => listTemplateDrafts(ctx, eventType, window, query),
          count: (limit: number) => countTemplateDrafts(ctx, eventType, limit),
          rowsThatFit: (window: PageWindow) => draftsThatFit(ctx, eventType, window),
        };
        return contentConnection(args, list, { viewer, info });
      },
    },
    { name: 'TemplateDraftConnection' },
    { name: 'TemplateDraftEdge' },
  ),
}));

const DraftPayload = builder.objectRef<{ readonly id: string }>('TemplateDraftPayload').implement({
  description: 'The draft after the request, with its check on request.',
  fields: (t) => ({
    templateDraft: t.prismaField({
      type: 'TemplateDraft',
      description: 'The draft with its new revision.',
      resolve: (query, { id }, _args, viewer) =>
        withinAnswer(viewer, () => findTemplateDraft(tenant(viewer), id, query)),
    }),
    check: t.field({
      type: DraftCheckRef,
      complexity: { field: workCost.draftCheck, multiplier: 1 },
      description: 'Reasons why publishing would be rejected. Costs as much as 500 fields.',
      resolve: ({ id }, _args, viewer) => withinAnswer(viewer, () => checkTemplateDraft(tenant(viewer), id)),
    }),
  }),
});

const DraftDeletePayload = builder.objectRef<{ readonly id: string }>('TemplateDraftDeletePayload').implement({
  description: 'The deleted draft, of which only the id remains.',
  fields: (t) => ({
    deletedTemplateDraftId: t.exposeID('id', { description: 'Id that leads to no draft any more.' }),
  }),
});

builder.mutationFields((t) => ({
  templateDraftCreate: t.field({
    type: DraftPayload,
    description:
      'Stores a draft; nothing goes live. An event type has at most 50 drafts. Errors: draft_ceiling_reached.',
    args: {
      eventType: t.arg.string({ required: true, description: eventTypeArgument }),
      input: t.arg({ type: DraftCreateInput, required: true, description: 'Name, base and content of the draft.' }),
    },
    resolve: (_root, { eventType, input }, viewer) => createTemplateDraft(tenant(viewer), { eventType, input }),
  }),
  templateDraftSave: t.field({
    type: DraftPayload,
    description: 'Changes a draft, which may keep its faults. Errors: version_conflict under `revision`.',
    args: {
      id: t.arg.id({ required: true, description: draftArgument }),
      input: t.arg({ type: DraftSaveInput, required: true, description: 'New values; the others stay.' }),
    },
    resolve: (_root, { id, input }, viewer) => saveTemplateDraft(tenant(viewer), { id, input }),
  }),
  templateDraftPublish: t.field({
    type: TemplateSavePayload,
    description:
      'Makes a draft the live version and deletes the draft. Rejects like templateSave, and with version_conflict when a newer version than its base exists; the draft stays then.',
    args: {
      id: t.arg.id({ required: true, description: draftArgument }),
      input: t.arg({ type: DraftPublishInput, description: 'Conditions and a note; none by default.' }),
    },
    resolve: (_root, { id, input }, viewer) => publishTemplateDraft(tenant(viewer), { id, input: input ?? {} }),
  }),
  templateDraftDelete: t.field({
    type: DraftDeletePayload,
    description: 'Deletes a draft for good; the live version stays.',
    args: { id: t.arg.id({ required: true, description: draftArgument }) },
    resolve: async (_root, { id }, viewer) => {
      await deleteTemplateDraft(tenant(viewer), id);
      return { id };
    },
  }),
}));
