/** A file that a mail makes of its values (docs/rules.md#files-of-a-mail). */
import type { Preview } from '../src/templates/preview/preview-template.ts';
import { builder } from './builder.ts';

export const MailFile = builder.objectRef<Preview['files'][number]>('MailFile').implement({
  description: 'A file that a mail makes of its values and brings along, such as event.ics of a calendar block.',
  fields: (t) => ({
    filename: t.exposeString('filename', { description: 'Name of the file, such as event.ics.' }),
    mediaType: t.exposeString('mediaType', { description: 'Media type, such as text/calendar.' }),
    content: t.string({
      description: 'All its bytes, encoded in base64.',
      resolve: ({ content }) => content.toString('base64'),
    }),
  }),
});
