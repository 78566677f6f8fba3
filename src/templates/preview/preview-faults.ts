import type { Ctx } from '../../context.ts';
import type { FieldErrors } from '../../ground/errors/errors.ts';
import { faultsThrown } from '../../ground/errors/gather-faults.ts';
import { faultsOf } from '../../ground/input/input.ts';
import { draftFaults } from '../drafts/check-draft.ts';
import { previewInput } from './preview-input.ts';
import { type PreviewScope, previewValues } from './preview-values.ts';

type PreviewFields = Readonly<Record<string, unknown>>;

/** Finds all faults of a preview's input: of its own fields, the draft, the payload and the contact. */
export async function previewFaults(ctx: Ctx, scope: PreviewScope, sent: PreviewFields): Promise<FieldErrors> {
  const parsed = previewInput.safeParse(sent);
  const { payload, contact, example } = previewInput.shape;
  const { data: readable } = payload.safeParse(sent.payload);
  const { data: person } = contact.safeParse(sent.contact);
  const { data: named } = example.safeParse(sent.example);
  const given = { payload: readable, contact: person, example: named };
  return {
    ...(parsed.success ? {} : faultsOf(parsed.error)),
    ...(sent.draft == null ? {} : belowDraft(await draftFaults(ctx.platformId, scope, sent.draft))),
    ...(await faultsThrown(() => previewValues(ctx, scope, given))),
  };
}

/** Moves faults of a draft under the path that the draft has in a preview. */
export function belowDraft(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, messages]) => [`draft.${path}`, messages]));
}
