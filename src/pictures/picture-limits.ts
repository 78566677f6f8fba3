/** What a picture may be (docs/rules.md#pictures), for the service and for the process that reads pictures. */

/** Bytes of a picture, as it is sent and as it is kept. */
export const pictureBytesMax = 1_000_000;
/** Pixels of a side. */
export const sideMax = 4_000;
/** Pixels of a picture, or of a frame: its process takes up to 300 MB for them. */
export const pixelsMax = 8_000_000;
/** Pixels of all frames of an animation together. */
export const framesPixelsMax = 25_000_000;
/** Frames of an animation. */
export const framesMax = 200;

/** Pictures of a platform, and bytes of all of them. */
export const picturesMax = 500;
export const platformBytesMax = 100_000_000;

/** The formats that mail apps show, by the media type of the content, with the ending of their addresses. */
export const pictureEndings = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;

export type PictureType = keyof typeof pictureEndings;

export function isPictureType(mediaType: string | null): mediaType is PictureType {
  return mediaType !== null && mediaType in pictureEndings;
}
