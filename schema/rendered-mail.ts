/** The mail of a message as it went. */
import { readContent } from '../src/messages/read-content.ts';
import { type KeptContent, loadContents, renderAgain, type SeenMail } from '../src/messages/render-again.ts';
import { loadSubjectContents, renderSubjectAgain } from '../src/messages/render-subject-again.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';
import { MailFile } from './mail-file.ts';
import { withinAnswer } from './within-answer.ts';

const MailHeader = builder.objectRef<SeenMail['headers'][number]>('MailHeader').implement({
  description: 'A header field of a mail, decoded.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the field, such as Message-ID.' }),
    value: t.exposeString('value', { description: 'Text of the field in one line, as mail apps show it.' }),
  }),
});

const RenderedMail = builder.objectRef<SeenMail>('RenderedMail').implement({
  description: 'Subject, parts and sender of a message, filled in with the values of its emit.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Subject line with its merge tags filled in.' }),
    html: t.exposeString('html', {
      description: 'The HTML part as a whole document, without the pixel of open tracking. Show it in a sandbox.',
    }),
    text: t.exposeString('text', { description: 'The plain text part.' }),
    from: t.exposeString('from', {
      nullable: true,
      description: "Sender's address; null without a sending domain, and after the domain was replaced.",
    }),
    displayName: t.exposeString('displayName', { nullable: true, description: "The sender's name." }),
    replyTo: t.exposeString('replyTo', {
      nullable: true,
      description: "Address for replies: the emit's, else the template's; null without one.",
    }),
    files: t.field({
      type: [MailFile],
      description:
        'Files beside the mail that it made of its values; pictures that it made are in the HTML. Attachments of the emit are none of them.',
      resolve: ({ files }) => [...files],
    }),
    headers: t.field({
      type: [MailHeader],
      description:
        'Header fields in the order of the mail, without those of MIME and the signature. Fields that name the sending domain are left out once it is gone.',
      resolve: ({ headers }) => [...headers],
    }),
  }),
});

builder.prismaObjectField('Message', 'rendered', (t) =>
  t.field({
    type: RenderedMail,
    nullable: true,
    complexity: { field: workCost.templatePreview, multiplier: 1 },
    description:
      'Renders the mail again from the template version, payload and values that were fixed at the emit: mails are not stored, and every attempt sends the same content. Messages that were never sent have it too. Null once the content is removed (30 days after the emit by default), for an erased person, and for a mail that is too large to be rendered. Costs as much as 2,000 fields.',
    select: { id: true },
    resolve: async ({ id }, _args, viewer, info) => {
      const ctx = tenant(viewer);
      const read = (ids: readonly string[]): Promise<readonly KeptContent[]> => loadContents(ctx, ids);
      const content = await loadTogether(viewer, info, { what: 'content', id, read });
      return content && withinAnswer(viewer, () => renderAgain(ctx, content));
    },
  }),
);

builder.prismaObjectField('Message', 'subject', (t) =>
  t.string({
    nullable: true,
    complexity: { field: workCost.subject, multiplier: 1 },
    description:
      'Subject of the mail with its merge tags filled in, for lists. Null where rendered is null, and where payload and values of the emit have more than 8 KiB together. Costs as much as 20 fields.',
    select: { id: true },
    resolve: async ({ id }, _args, viewer, info) => {
      const ctx = tenant(viewer);
      const read = (ids: readonly string[]): Promise<readonly KeptContent[]> => loadSubjectContents(ctx, ids);
      const content = await loadTogether(viewer, info, { what: 'content of the subject', id, read });
      return content && withinAnswer(viewer, () => renderSubjectAgain(ctx, content));
    },
  }),
);

builder.queryField('messageContent', (t) =>
  t.field({
    type: RenderedMail,
    complexity: { field: workCost.templatePreview, multiplier: 1 },
    description:
      'Renders the mail of a message of the last 90 days again; not_found, with the reason in its message, where Message.rendered is null. Costs as much as 2,000 fields.',
    args: {
      workspace: t.arg.id({ required: true, description: "The workspace's id, or ref:<reference>." }),
      id: t.arg.id({ required: true, description: 'Id of a message, such as an event or a webhook shows it.' }),
    },
    resolve: (_root, { workspace, id }, viewer) =>
      withinAnswer(viewer, () => readContent(tenant(viewer), workspace, id)),
  }),
);
