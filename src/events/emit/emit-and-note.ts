import type { Ctx } from '../../context.ts';
import { noteRefusedEmit } from '../refused/note-refused-emit.ts';
import { emitEvent } from './emit-event.ts';
import type { EmitAnswer } from './emit-work.ts';

interface Emit {
  readonly requestId: string;
  readonly workspace: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Emits an event for a request; a rejection is noted for those who look into it later. */
export async function emitAndNote(ctx: Ctx, { requestId, workspace, input }: Emit): Promise<EmitAnswer> {
  try {
    return await emitEvent(ctx, workspace, input);
  } catch (error) {
    noteRefusedEmit(ctx, { requestId, workspace, eventType: input.type, error });
    throw error;
  }
}
