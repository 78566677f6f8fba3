/** Brings a file to an import, piece by piece: a browser has no other way to a file of hundreds of megabytes. */
import { ask } from './ask.ts';
import { base64 } from './base64.ts';
import {
  ContactImportCreateDocument,
  ImportAppendDocument,
  ImportCancelDocument,
  ImportStartDocument,
  SuppressionImportCreateDocument,
} from './operations.ts';

/** Bytes of a piece; in base64 a body of the service still takes it. */
const pieceBytes = 1_048_576;

export interface SentFile {
  readonly workspace: string;
  readonly kind: 'contacts' | 'suppressions';
  readonly file: Blob;
  readonly skipUnknownColumns: boolean;
}

interface SendOptions {
  readonly platform: string | null;
  readonly signal: AbortSignal;
  /** Hears of the bytes that have gone. */
  readonly onSent: (bytes: number) => void;
}

/** Starts an import of the file. Rejects with a `Fault`; what was begun is cancelled then. */
export async function sendFile(
  { workspace, kind, file, skipUnknownColumns }: SentFile,
  { platform, signal, onSent }: SendOptions,
): Promise<void> {
  const options = { platform, signal };
  const id = await begin();
  try {
    for (let position = 0; position < file.size; position += pieceBytes) {
      const bytes = new Uint8Array(await file.slice(position, position + pieceBytes).arrayBuffer());
      await ask(ImportAppendDocument, { workspace, id, position, content: base64(bytes) }, options);
      onSent(position + bytes.length);
    }
    await ask(ImportStartDocument, { workspace, id }, options);
  } catch (error) {
    // A key that may not cancel leaves it to the service, which does so within an hour.
    await ask(ImportCancelDocument, { workspace, id }, { platform }).catch(() => undefined);
    throw error;
  }

  async function begin(): Promise<string> {
    const variables = { workspace, skipUnknownColumns };
    const made =
      kind === 'contacts'
        ? (await ask(ContactImportCreateDocument, variables, options)).contactImportCreate
        : (await ask(SuppressionImportCreateDocument, variables, options)).suppressionImportCreate;
    if (!made?.import) throw new Error('An import was begun, and has no id');
    return made.import.id;
  }
}
