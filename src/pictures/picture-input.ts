/** The bytes of an upload, and whether they are a picture (docs/rules.md#pictures). */
import { z } from 'zod';
import { decodedLength, decodeFile } from '../events/attachments/decode-file.ts';
import { mediaTypeOf } from '../events/attachments/file-types.ts';
import { invalid } from '../ground/errors/errors.ts';
import { parseInput } from '../ground/input/input.ts';
import { isPictureType, type PictureType, pictureBytesMax } from './picture-limits.ts';
import { pictureEnd } from './rewriting/picture-end.ts';

export const pictureInput = z.object({ content: z.string() });

export interface SentPicture {
  readonly bytes: Buffer;
  readonly type: PictureType;
}

/** Rejects with `validation_failed` under `content`. What the picture shows is read later, in a process of its own. */
export async function readPictureInput(input: unknown): Promise<SentPicture> {
  const { content } = parseInput(pictureInput, input);
  const length = await decodedLength(content);
  if ('fault' in length) throw contentFault(length.fault);
  if (length.bytes > pictureBytesMax) throw contentFault(`must be at most ${pictureBytesMax} bytes once decoded`);
  const bytes = await decodeFile(content);
  const type = await mediaTypeOf(bytes);
  if (!isPictureType(type)) {
    throw contentFault('must be a PNG, JPEG, GIF or WebP picture; mail apps show no SVG, so save it as a PNG');
  }
  const end = pictureEnd(bytes, type);
  if (end === null) throw contentFault('is damaged, or cut off before its end');
  if (end < bytes.length) {
    throw contentFault('must end where its picture ends: save it anew with a program for pictures');
  }
  return { bytes, type };
}

export const contentFault = (fault: string) => invalid({ content: [fault] });
