import { invalid } from '../ground/errors/errors.ts';

/** Reads base64 as RFC 4648 writes it. Throws `validation_failed`. */
export function readContent(content: string): Buffer {
  const bytes = Buffer.from(content, 'base64');
  // Node passes over what is no base64.
  if (bytes.toString('base64') !== content) throw invalid({ content: ['must be base64'] });
  return bytes;
}
