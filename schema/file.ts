/** Files that a platform uploads once, to attach them to any number of mails. */
import { createFile } from '../src/files/create-file.ts';
import { deleteFile } from '../src/files/delete-file.ts';
import { findFile } from '../src/files/find-file.ts';
import { countFiles, listFiles } from '../src/files/list-files.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { Node } from './node.ts';
import { inRest } from './rest-types.ts';
import { fromArg, untilArg } from './time-range.ts';

export const File = builder.prismaObject('File', {
  description: 'A file that emits attach by its id, in every workspace of the platform, until it expires.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    filename: t.exposeString('filename', { description: 'Name of the file; an emit may give another one.' }),
    contentType: t.exposeString('mediaType', {
      description: 'Media type by which mails name it, such as application/pdf.',
    }),
    size: t.exposeInt('bytes', { description: 'Bytes of the content.' }),
    sha256: t.string({
      description: 'SHA-256 of the content in hexadecimal digits: files of one content have the same.',
      select: { hash: true },
      resolve: ({ hash }) => Buffer.from(hash).toString('hex'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the upload.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'From then on no emit can attach it. Mails that were accepted before keep it until they are final.',
    }),
  }),
});

builder.queryFields((t) => ({
  file: t.prismaField({
    type: 'File',
    description: 'Reads a file; not_found once it was deleted or has expired. Nobody reads its content again.',
    args: { id: t.arg.id({ required: true, description: 'Id from the upload or the list.' }) },
    resolve: (query, _root, { id }, viewer) => findFile(tenant(viewer), id, query),
  }),
  files: t.connection(
    {
      type: File,
      description: 'The files of the platform that have not expired, newest first.',
      args: {
        from: t.arg(fromArg),
        until: t.arg(untilArg),
      },
      resolve: (_root, { from, until, ...args }, viewer, info) => {
        const times = { from, until };
        const read = (window: PageWindow, query: RowQuery) => listFiles(tenant(viewer), times, window, query);
        const count = (limit: number) => countFiles(tenant(viewer), times, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    { name: 'FileConnection' },
    { name: 'FileEdge' },
  ),
}));

const FileCreateInput = builder.inputType('FileCreateInput', {
  description: 'A file to keep: PDF, PNG, JPEG, GIF, WebP or iCalendar, at most 10,000,000 bytes.',
  fields: (t) => ({
    filename: t.string({
      required: true,
      description:
        'Name of the file: up to 255 characters without a path. The extension must match the type of the content.',
    }),
    content: t.string({
      required: true,
      description: 'Bytes of the upload in base64, without the beginning of a data: URL.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      extensions: inRest('String'),
      description: 'Until when emits can attach it, at most 90 days from now; 30 days when left out.',
    }),
  }),
});

const FileCreatePayload = builder.objectRef<{ readonly id: string }>('FileCreatePayload').implement({
  description: 'A file that is kept from now on, with its id.',
  fields: (t) => ({
    file: t.prismaField({
      type: 'File',
      description: 'The file, which emits can attach from now on.',
      resolve: (query, { id }, _args, viewer) => findFile(tenant(viewer), id, query),
    }),
  }),
});

const FileDeletePayload = builder.objectRef<{ readonly id: string }>('FileDeletePayload').implement({
  description: 'The deleted file, of which only the id remains.',
  fields: (t) => ({
    deletedFileId: t.exposeID('id', { description: 'Id of the deleted object; later reads are not_found.' }),
  }),
});

builder.mutationFields((t) => ({
  fileCreate: t.field({
    type: FileCreatePayload,
    description:
      'Uploads a file, to attach it to emits by its id. A platform has at most 1,000 files of 1,000,000,000 bytes together; equal files count their bytes once. Errors: file_ceiling_reached.',
    args: { input: t.arg({ type: FileCreateInput, required: true, description: 'Name, content and expiry.' }) },
    resolve: async (_root, { input }, viewer) => ({ id: await createFile(tenant(viewer), input) }),
  }),
  fileDelete: t.field({
    type: FileDeletePayload,
    description: 'Deletes a file. Mails that were accepted with it keep it until they are final.',
    args: { id: t.arg.id({ required: true, description: 'Id from the upload or the list.' }) },
    resolve: async (_root, { id }, viewer) => {
      await deleteFile(tenant(viewer), id);
      return { id };
    },
  }),
}));
