import type { Ctx } from '../../context.ts';
import { noteRefusedEmit } from '../refused/note-refused-emit.ts';
import { countEmit } from './count-emit.ts';
import type { EmitAnswer } from './emit-work.ts';

interface Emit {
  readonly requestId: string;
  readonly workspace: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Emits an event for a request by `emit`; a rejection is noted for those who look into it later. */
export async function emitAndNote(
  ctx: Ctx,
  { requestId, workspace, input }: Emit,
  emit: () => Promise<EmitAnswer>,
): Promise<EmitAnswer> {
  try {
    const answer = await emit();
    countEmit(ctx, answer.replayed ? 'repeated' : 'accepted');
    return answer;
  } catch (error) {
    const { type: eventType, idempotencyKey, recipient } = input;
    noteRefusedEmit(ctx, { requestId, workspace, eventType, idempotencyKey, recipient, error });
    throw error;
  }
}
