import type { App } from '../../context.ts';
import type { MailAttachment } from '../../transport/mail/mail.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';

/** Bytes of a file in one row: the driver reads a row in one go, from a text twice as long. */
const pieceBytes = 524_288;

interface Piece {
  readonly position: number;
  readonly filename: string;
  readonly mediaType: string;
  readonly contentId: string | null;
  /** Where it begins in its file; bytes, the first one is 1. */
  readonly start: number;
  readonly bytes: Buffer;
}

/** The files of a message, in the order of its emit. All pieces come from one statement, so from one moment. */
export async function loadAttachments(app: App, message: ClaimedMessage): Promise<readonly MailAttachment[]> {
  if (message.fileBytes === null) return [];
  const { rows } = await app.db.pool.query<Piece>({
    name: 'load-attachments',
    text: `
      SELECT a.position, a.filename, a.media_type AS "mediaType", a.content_id AS "contentId", piece.start,
             substring(coalesce(a.content, f.content) FROM piece.start FOR $3::int) AS bytes
      FROM attachments a
      LEFT JOIN file_contents f ON f.platform_id = a.platform_id AND f.hash = a.file_hash
      CROSS JOIN generate_series(1, octet_length(coalesce(a.content, f.content)), $3::int) AS piece (start)
      WHERE a.workspace_id = $1 AND a.message_id = $2`,
    values: [message.workspaceId, message.id, pieceBytes],
  });
  // Sorted here: the database would sort whole rows, with the bytes in them.
  const ordered = rows.toSorted((one, other) => one.position - other.position || one.start - other.start);
  const files = Map.groupBy(ordered, ({ position }) => position);
  return [...files.values()].flatMap((pieces) => {
    const [first] = pieces;
    if (!first) return [];
    const { filename, mediaType, contentId } = first;
    return [{ filename, mediaType, contentId, content: pieces.map(({ bytes }) => bytes) }];
  });
}
