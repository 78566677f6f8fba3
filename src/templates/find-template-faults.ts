/** Finds the faults of a template, or of a preview, whose shape is already rejected. */
import type { Ctx } from '../context.ts';
import { findEventType } from '../event-types/find-event-type.ts';
import { examplesOf } from '../event-types/saved-examples.ts';
import { templateScope } from '../event-types/template-scope.ts';
import { DomainError, type FieldErrors } from '../ground/errors/errors.ts';
import { isRecord } from '../ground/input/input.ts';
import { draftFaults } from './drafts/check-draft.ts';
import { previewFaults } from './preview/preview-faults.ts';

/** Returns no fault where the event type does not exist: a well-formed request reports that. */
export async function findTemplateFaults(ctx: Ctx, eventType: string, input: unknown): Promise<FieldErrors> {
  const scope = await scopeOf(ctx, eventType);
  return scope === null ? {} : draftFaults(ctx.platformId, scope, input);
}

export async function findPreviewFaults(ctx: Ctx, eventType: string, input: unknown): Promise<FieldErrors> {
  const scope = await scopeOf(ctx, eventType);
  return scope === null || !isRecord(input) ? {} : previewFaults(ctx, scope, input);
}

async function scopeOf(ctx: Ctx, eventType: string) {
  try {
    const found = await findEventType(ctx, eventType);
    return { ...(await templateScope(ctx.app.db.pool, ctx, found)), examples: examplesOf(found.examples) };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}
