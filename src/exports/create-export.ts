import type { Ctx } from '../context.ts';
import { seesAllByHand } from '../suppressions/find-suppressions.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { linkTime } from './export-limits.ts';
import { type ExportFormat, type ExportKind, tokenOf } from './export-order.ts';

interface Asked {
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  /** Of suppressions: those of the whole platform, and no others. */
  readonly platformWide?: boolean;
}

/** An export that can be opened. */
export interface OpenableExport {
  readonly workspaceId: string;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly url: string;
  readonly expiresAt: Date;
}

/** Makes the link of an export, which whoever has it can open for ten minutes. Rejects with `not_found`. */
export async function createExport(ctx: Ctx, workspace: string, asked: Asked): Promise<OpenableExport> {
  const { app, platformId, apiKeyId } = ctx;
  const { kind, format, platformWide = false } = asked;
  const { id: workspaceId } = await findWorkspace(ctx, workspace, { select: { id: true } });
  const expiresAt = new Date(app.clock.now().getTime() + linkTime);
  const token = tokenOf(app.secrets, {
    platformId,
    workspaceId,
    apiKeyId,
    kind,
    format,
    platformWide,
    seesAllByHand: seesAllByHand(ctx),
    until: expiresAt.getTime(),
  });
  return { workspaceId, kind, format, url: `${app.publicUrl}/exports/${token}`, expiresAt };
}
