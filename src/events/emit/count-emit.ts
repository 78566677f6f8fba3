import type { Ctx } from '../../context.ts';
import type { ErrorCode } from '../../ground/errors/error-codes.ts';

/** Counts an emit for `/metrics` by its answer: an emit of a repeated key is `repeated`. */
export function countEmit({ app, platformId }: Ctx, answer: 'accepted' | 'repeated' | ErrorCode): void {
  const { meters } = app.parts;
  meters.emits.add(answer);
  const platform = meters.nameOf(platformId);
  if (platform !== null) meters.platformEmits.add(platform, answer);
}
