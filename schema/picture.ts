/** Pictures that a platform uploads, and that its mails show from an address of the service. */
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { createPicture } from '../src/pictures/create-picture.ts';
import { deletePicture } from '../src/pictures/delete-picture.ts';
import { findPicture } from '../src/pictures/find-picture.ts';
import { countPictures, listPictures } from '../src/pictures/list-pictures.ts';
import { pictureUrl } from '../src/pictures/picture-address.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { Node } from './node.ts';
import { fromArg, untilArg } from './time-range.ts';

export const Picture = builder.prismaObject('Picture', {
  description: 'A picture of the platform with an address of its own, for logos and images of templates.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    url: t.string({
      description: 'Address of the content, which never changes and which anybody may read.',
      select: { address: true, mediaType: true },
      resolve: (picture, _args, { app }) => pictureUrl(app, picture),
    }),
    contentType: t.exposeString('mediaType', {
      description: 'Media type of the picture: image/png, image/jpeg, image/gif or image/webp.',
    }),
    width: t.exposeInt('width', { description: 'Pixels from left to right, as they are stored.' }),
    height: t.exposeInt('height', { description: 'Pixels from top to bottom; of an animation, those of one frame.' }),
    size: t.exposeInt('bytes', { description: 'Bytes of the content, which was written anew at the upload.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the upload.' }),
  }),
});

builder.queryFields((t) => ({
  picture: t.prismaField({
    type: 'Picture',
    description: 'Reads a picture with its address; not_found once it was deleted.',
    args: { id: t.arg.id({ required: true, description: 'Id from the upload or the list.' }) },
    resolve: (query, _root, { id }, viewer) => findPicture(tenant(viewer), id, query),
  }),
  pictures: t.connection(
    {
      type: Picture,
      description: 'The pictures of the platform, newest first.',
      args: {
        from: t.arg(fromArg),
        until: t.arg(untilArg),
      },
      resolve: (_root, { from, until, ...args }, viewer, info) => {
        const times = { from, until };
        const read = (window: PageWindow, query: RowQuery) => listPictures(tenant(viewer), times, window, query);
        const count = (limit: number) => countPictures(tenant(viewer), times, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    { name: 'PictureConnection' },
    { name: 'PictureEdge' },
  ),
}));

const PictureCreateInput = builder.inputType('PictureCreateInput', {
  description:
    'A picture to keep: PNG, JPEG, GIF or WebP of at most 1,000,000 bytes, 8,000,000 pixels and 4,000 on each side, and 200 frames of 25,000,000 pixels together.',
  fields: (t) => ({
    content: t.string({
      required: true,
      description: 'Bytes of the picture in base64, without the beginning of a data: URL.',
    }),
  }),
});

const PictureCreatePayload = builder
  .objectRef<{ readonly id: string; readonly created: boolean }>('PictureCreatePayload')
  .implement({
    description: 'A picture that is kept from now on, or was kept before.',
    fields: (t) => ({
      created: t.exposeBoolean('created', { description: 'False where the platform had the same picture before.' }),
      picture: t.prismaField({
        type: 'Picture',
        description: 'The picture with the address by which mails show it.',
        resolve: (query, { id }, _args, viewer) => findPicture(tenant(viewer), id, query),
      }),
    }),
  });

const PictureDeletePayload = builder.objectRef<{ readonly id: string }>('PictureDeletePayload').implement({
  description: 'The deleted picture, of which only the id remains.',
  fields: (t) => ({
    deletedPictureId: t.exposeID('id', { description: 'Id of the deleted object; later reads are not_found.' }),
  }),
});

builder.mutationFields((t) => ({
  pictureCreate: t.field({
    type: PictureCreatePayload,
    description:
      'Uploads a picture. It is written anew from its pixels, without metadata, and the same picture is kept once. A platform has at most 500 pictures of 100,000,000 bytes together. Errors: validation_failed, also for a damaged picture and for one with bytes behind its end; picture_ceiling_reached.',
    args: {
      input: t.arg({ type: PictureCreateInput, required: true, description: 'Bytes of a PNG, JPEG, GIF or WebP.' }),
    },
    resolve: (_root, { input }, viewer) => createPicture(tenant(viewer), input),
  }),
  pictureDelete: t.field({
    type: PictureDeletePayload,
    description:
      'Deletes a picture: its address shows nothing any more, also in mails that were sent before. Mail apps may keep a copy. Errors: not_found.',
    args: { id: t.arg.id({ required: true, description: 'Id from the upload or the list.' }) },
    resolve: async (_root, { id }, viewer) => {
      await deletePicture(tenant(viewer), id);
      return { id };
    },
  }),
}));
