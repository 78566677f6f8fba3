/** An export that was asked for, and its link: the order itself, sealed (docs/rules.md#exports). */
import { z } from 'zod';
import type { Secrets } from '../ground/secrets.ts';

export const exportKinds = ['contacts', 'suppressions'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const order = z.strictObject({
  platformId: z.string(),
  workspaceId: z.string(),
  /** The key that asked for it; null: the operator. */
  apiKeyId: z.string().nullable(),
  kind: z.enum(exportKinds),
  format: z.enum(exportFormats),
  /** Of suppressions: those of the whole platform, and no others. */
  platformWide: z.boolean(),
  /** Whether the key sees every platform-wide suppression that was made by hand. */
  seesAllByHand: z.boolean(),
  /** From when on the link is closed; milliseconds. */
  until: z.number(),
});

export type ExportOrder = z.infer<typeof order>;

/** Sealed things of other kinds do not begin so. */
const mark = 'export ';

export const tokenOf = (secrets: Secrets, asked: ExportOrder): string =>
  secrets.seal(mark + JSON.stringify(asked)).toString('base64url');

/** Null for a token that this deployment did not make, or that is closed at `now`. */
export function readToken(secrets: Secrets, token: string, now: Date): ExportOrder | null {
  let text: string;
  try {
    text = secrets.open(Buffer.from(token, 'base64url'));
  } catch {
    return null;
  }
  if (!text.startsWith(mark)) return null;
  const asked = order.parse(JSON.parse(text.slice(mark.length)));
  return asked.until > now.getTime() ? asked : null;
}
