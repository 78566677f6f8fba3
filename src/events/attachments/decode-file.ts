import { giveWay } from '../../ground/give-way/give-way.ts';
import { base64Length } from './base64-length.ts';

/** Characters of base64 decoded before other requests run. */
const pieceCharacters = 1_000_000;

/** Returns the bytes of a file whose base64 was found valid; other requests run after a large one. */
export async function decodeFile(base64: string): Promise<Buffer> {
  const content = Buffer.from(base64, 'base64');
  if (base64.length > pieceCharacters) await giveWay();
  return content;
}

/** Returns the bytes of the decoded file, and null with `fault` for text that is not base64. */
export async function decodedLength(base64: string): Promise<{ readonly bytes: number } | { readonly fault: string }> {
  const bytes = await base64Length(base64);
  return bytes === null ? { fault: base64Fault(base64) } : { bytes };
}

/** The message for text that is not base64; names the most common mistakes. */
function base64Fault(text: string): string {
  if (text.startsWith('data:')) return 'must be base64 alone, without the part of a data: URL up to its comma';
  if (text.includes('-') || text.includes('_'))
    return 'must be base64 with + and /, not the form for URLs with - and _';
  return 'must be base64';
}
