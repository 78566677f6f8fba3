import { expect, inject } from 'vitest';
import { files } from '../../events/files.ts';
import { pictures } from '../../pictures/pictures.ts';
import type { Platform } from './platform.ts';

export const pdf = files.pdf.toString('base64');
export const png = files.png.toString('base64');
/** A picture of three points. */
export const picture = pictures.png.toString('base64');

/** Uploads a file; gives its id. */
export async function makeFile(platform: Platform, filename = 'terms.pdf', change: object = {}): Promise<string> {
  const { status, body } = await platform.ask('createFile', { body: { filename, content: pdf, ...change } });
  expect(status).toBe(201);
  return body.data.id;
}

/** Asks for a picture at the address that the service gave it, whose host is none of this machine. */
export function showPicture(url: string): Promise<Response> {
  return fetch(new URL(new URL(url).pathname, inject('restService').url));
}

/** Uploads a picture; gives its id. */
export async function makePicture(platform: Platform, content = picture): Promise<string> {
  const { status, body } = await platform.ask('createPicture', { body: { content } });
  expect([200, 201]).toContain(status);
  return body.data.id;
}
