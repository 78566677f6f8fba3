/** Answers to messages (docs/rules.md#answers). */
import type { ReplyFile as FileRow, MessageReply as ReplyRow } from '../prisma/generated/client.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { type FoundFile, findReply, findReplyFile } from '../src/messages/replies/find-reply.ts';
import { countReplies, listReplies } from '../src/messages/replies/list-replies.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { workCost } from './field-cost.ts';
import { fromArg, untilArg } from './time-range.ts';
import { withinAnswer } from './within-answer.ts';

type Sender = Pick<ReplyRow, 'fromAddress' | 'fromName' | 'fromRecipient'>;

const ReplySender = builder.objectRef<Sender>('MessageReplySender').implement({
  description: 'Who an answer says that it is from. Anybody can write any address there.',
  fields: (t) => ({
    address: t.exposeString('fromAddress', {
      nullable: true,
      description: 'Address in the From field; null where it holds none, and once the content is removed.',
    }),
    name: t.exposeString('fromName', { nullable: true, description: 'Name beside the address; null without one.' }),
    isRecipient: t.exposeBoolean('fromRecipient', {
      description: 'Whether the address is the one that the message went to.',
    }),
  }),
});

interface Verdict {
  readonly isSpam: boolean;
  readonly score: number;
  readonly threshold: number;
}

const SpamVerdict = builder.objectRef<Verdict>('SpamVerdict').implement({
  description: 'Points that SpamAssassin gave an answer, and whether it takes it for spam.',
  fields: (t) => ({
    isSpam: t.exposeBoolean('isSpam', { description: 'Whether the score reaches the threshold.' }),
    score: t.exposeFloat('score', { description: 'Points that its rules gave.' }),
    threshold: t.exposeFloat('threshold', { description: 'Points from which on it calls a mail spam.' }),
  }),
});

type FileFacts = Pick<FileRow, 'position' | 'filename' | 'mediaType' | 'bytes'>;

const fileFields = { position: true, filename: true, mediaType: true, bytes: true } as const;

const ReplyAttachment = builder.objectRef<FileFacts>('MessageReplyAttachment').implement({
  description: 'A file that came with an answer. messageReplyAttachment reads its content.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Place among the files of the answer, from 1.' }),
    filename: t.exposeString('filename', {
      description: 'Name of the file without folders, up to 200 characters. Strangers chose it.',
    }),
    mediaType: t.exposeString('mediaType', {
      description: 'Media type that the mail names, such as application/pdf. The content may be another.',
    }),
    bytes: t.exposeInt('bytes', { description: 'Length of the decoded file.' }),
  }),
});

const MessageReply = builder.prismaObject('MessageReply', {
  description:
    'An answer to a message, as the service read it. Its texts and files are kept as long as the content of messages, counted from the answer; afterwards only the row is left.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    messageId: t.exposeID('messageId', {
      description: 'Id of the message that it answers: the nearest that its mail names and that went to this person.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time at which the service received it.' }),
    automatic: t.exposeBoolean('automatic', {
      description: 'Whether a program wrote it, such as a note of absence. Webhooks tell of none of these.',
    }),
    from: t.field({
      type: ReplySender,
      description: 'Who it says that it is from.',
      select: { fromAddress: true, fromName: true, fromRecipient: true },
      resolve: (row) => row,
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description: 'Subject line, up to 998 characters; null once the content is removed.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      complexity: { field: workCost.replyText, multiplier: 0 },
      description:
        'All of its text with what it quotes, up to 32,768 characters; of a mail without plain text, that of its HTML. Null once the content is removed.',
    }),
    answer: t.exposeString('answer', {
      nullable: true,
      complexity: { field: workCost.replyText, multiplier: 0 },
      description:
        'The part above the quote: the text without the mail that it quotes. Empty where nothing else is in it.',
    }),
    isCut: t.exposeBoolean('cut', { description: 'Whether the text was longer than is kept.' }),
    mailId: t.exposeString('mailId', {
      nullable: true,
      description: 'Message-ID of the mail, for the References of an answer to it; null without one.',
    }),
    inReplyTo: t.exposeString('inReplyTo', {
      nullable: true,
      description: 'The nearest mail that it says it answers, by its Message-ID; null where it names none.',
    }),
    spam: t.field({
      type: SpamVerdict,
      nullable: true,
      description: 'The verdict of SpamAssassin; null where the operator runs none, and where it gave none.',
      select: { spam: true, spamScore: true, spamThreshold: true },
      resolve: ({ spam, spamScore, spamThreshold }) =>
        spam === null || spamScore === null || spamThreshold === null
          ? null
          : { isSpam: spam, score: spamScore, threshold: spamThreshold },
    }),
    attachments: t.field({
      type: [ReplyAttachment],
      description: 'The files that came with it, at most 10,000,000 bytes; none once the content is removed.',
      select: { files: { select: fileFields, orderBy: { position: 'asc' } } },
      resolve: ({ files }) => files,
    }),
  }),
});

const ReplyFile = builder.objectRef<FoundFile>('MessageReplyFile').implement({
  description: 'A file that came with an answer, with its content.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Place among the files of the answer, from 1.' }),
    filename: t.exposeString('filename', { description: 'Name of the file without folders.' }),
    mediaType: t.exposeString('mediaType', { description: 'Media type that the mail names.' }),
    bytes: t.exposeInt('bytes', { description: 'Length of the decoded file.' }),
    content: t.exposeString('content', { description: 'The file in base64. Nobody has examined it.' }),
  }),
});

const workspaceArg = { required: true, description: "The workspace's id, or ref:<reference>." } as const;
const messageArg = { required: true, description: 'Id of a message of the last 90 days.' } as const;
const replyArg = { required: true, description: 'Id of the answer, from a webhook or messageReplies.' } as const;

builder.queryFields((t) => ({
  messageReplies: t.connection(
    {
      type: MessageReply,
      description:
        'Lists the answers to a message, oldest first: up to 50 of people, and up to 10 of programs. Mail has a reply address of the service where its platform wants that (sendingDomainSave) and it has none of its own.',
      args: {
        workspace: t.arg.id(workspaceArg),
        message: t.arg.id(messageArg),
        from: t.arg(fromArg),
        until: t.arg(untilArg),
      },
      resolve: (_root, { workspace, message, from, until, ...args }, viewer, info) => {
        const ctx = tenant(viewer);
        const place = { workspace, message };
        const times = { from, until };
        const read = (window: PageWindow, query: RowQuery) =>
          withinAnswer(viewer, () => listReplies(ctx, place, times, window, query));
        const count = (limit: number) => countReplies(ctx, place, times, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    { name: 'MessageReplyConnection' },
    { name: 'MessageReplyEdge' },
  ),
  messageReply: t.prismaField({
    type: MessageReply,
    description: 'Reads an answer to a message.',
    args: { workspace: t.arg.id(workspaceArg), message: t.arg.id(messageArg), reply: t.arg.id(replyArg) },
    resolve: (query, _root, place, viewer) => findReply(tenant(viewer), place, query),
  }),
  messageReplyAttachment: t.field({
    type: ReplyFile,
    complexity: { field: workCost.replyFile, multiplier: 1 },
    description: `Reads a file that came with an answer, up to 10,000,000 bytes. Costs as much as ${workCost.replyFile} fields.`,
    args: {
      workspace: t.arg.id(workspaceArg),
      message: t.arg.id(messageArg),
      reply: t.arg.id(replyArg),
      position: t.arg.int({ required: true, description: 'Place among the files of the answer, from 1.' }),
    },
    resolve: (_root, { position, ...place }, viewer) =>
      withinAnswer(viewer, () => findReplyFile(tenant(viewer), place, position)),
  }),
}));
