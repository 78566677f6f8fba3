/** The words that the people of one workspace read for a topic. */
import {
  deleteWorkspaceTopic,
  findWorkspaceTopic,
  saveWorkspaceTopic,
  type WorkspaceTopic,
} from '../src/topics/workspace-topic.ts';
import { builder, tenant } from './builder.ts';
import { TopicTranslationInput, TopicTranslationRef, topicDescriptions } from './topic.ts';

const workspacePath = { required: true, description: "The workspace's id, or ref:<reference>." } as const;
const topicKey = { required: true, description: 'Key of an existing topic; not_found otherwise.' } as const;

const WorkspaceTopicRef = builder.objectRef<WorkspaceTopic>('WorkspaceTopic').implement({
  description: 'The words with which the unsubscribe page of one workspace shows a topic.',
  fields: (t) => ({
    key: t.exposeString('key', { description: topicDescriptions.key }),
    name: t.exposeString('name', { description: topicDescriptions.name }),
    description: t.exposeString('description', { nullable: true, description: topicDescriptions.description }),
    translations: t.field({
      type: [TopicTranslationRef],
      description: topicDescriptions.translations,
      resolve: ({ translations }) => translations ?? [],
    }),
    own: t.exposeBoolean('own', {
      description: 'True for words of the workspace, false where it takes those of the platform.',
    }),
  }),
});

builder.queryField('workspaceTopic', (t) =>
  t.field({
    type: WorkspaceTopicRef,
    description: 'Reads the words that people of a workspace read for a topic; not_found without the topic.',
    args: { workspace: t.arg.id(workspacePath), key: t.arg.string(topicKey) },
    resolve: (_root, { workspace, key }, viewer) => findWorkspaceTopic(tenant(viewer), workspace, key),
  }),
);

const WorkspaceTopicSaveInput = builder.inputType('WorkspaceTopicSaveInput', {
  description: "A workspace's own words for a topic, all at once.",
  fields: (t) => ({
    name: t.string({ required: true, description: topicDescriptions.name }),
    description: t.string({ description: topicDescriptions.description }),
    translations: t.field({ type: [TopicTranslationInput], description: topicDescriptions.translations }),
  }),
});

interface Written {
  readonly workspaceId: string;
  readonly key: string;
}

const WorkspaceTopicPayload = builder.objectRef<Written>('WorkspaceTopicPayload').implement({
  description: 'Result of workspaceTopicSave and workspaceTopicDelete.',
  fields: (t) => ({
    topic: t.field({
      type: WorkspaceTopicRef,
      description: 'The words after the write.',
      resolve: ({ workspaceId, key }, _args, viewer) => findWorkspaceTopic(tenant(viewer), workspaceId, key),
    }),
  }),
});

builder.mutationFields((t) => ({
  workspaceTopicSave: t.field({
    type: WorkspaceTopicPayload,
    description: "Puts a workspace's own words in the place of the platform's.",
    args: {
      workspace: t.arg.id(workspacePath),
      key: t.arg.string(topicKey),
      input: t.arg({
        type: WorkspaceTopicSaveInput,
        required: true,
        description: 'Name, description and translations.',
      }),
    },
    resolve: async (_root, { workspace, key, input }, viewer) => ({
      workspaceId: await saveWorkspaceTopic(tenant(viewer), workspace, key, input),
      key,
    }),
  }),
  workspaceTopicDelete: t.field({
    type: WorkspaceTopicPayload,
    description: "Gives a topic the platform's words again.",
    args: { workspace: t.arg.id(workspacePath), key: t.arg.string(topicKey) },
    resolve: async (_root, { workspace, key }, viewer) => ({
      workspaceId: await deleteWorkspaceTopic(tenant(viewer), workspace, key),
      key,
    }),
  }),
}));
