import { GraphqlRefusal, type ServiceAnswer } from './ask-service.ts';
import { blockFaults, faultLine } from './block-faults.ts';

/**
 * An error response of the service as an Error: its status, code and message, then a line for each fault. `written`:
 * the composition or the layout that was sent, whose faults are told by the ids of its blocks.
 */
export function refusal({ status, body }: ServiceAnswer, written?: unknown): Error {
  const faults = blockFaults(written, body?.errors ?? {}).map((fault) => `  ${faultLine(fault)}`);
  const refused = `Refused (${status} ${body?.code ?? ''}):`;
  // The message repeats the first fault, by its path.
  const isSaid = body?.code === 'validation_failed' && faults.length > 0;
  return new Error([isSaid ? refused : `${refused} ${body?.message ?? ''}`, ...faults].join('\n'));
}

/** The refusal of a draft over GraphQL, with its faults by the ids of the blocks; any other error as it is. */
export function draftRefusal(error: unknown, composition: unknown): unknown {
  if (!(error instanceof GraphqlRefusal)) return error;
  const faults = Object.entries(error.faults).map(([path, messages]) => [path.replace(/^draft\./, ''), messages]);
  if (faults.length === 0) return error;
  const lines = blockFaults(composition, Object.fromEntries(faults)).map((fault) => `  ${faultLine(fault)}`);
  return new Error(['The service refuses the mail:', ...lines].join('\n'));
}
