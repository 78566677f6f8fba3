import type { ServiceAnswer } from './ask-service.ts';
import { blockFaults, faultLine } from './block-faults.ts';

/**
 * An error response of the service as an Error: its status, code and message, then a line for each fault. `composition`:
 * that of a template that was sent, whose faults are told by the ids of its blocks.
 */
export function refusal({ status, body }: ServiceAnswer, composition?: unknown): Error {
  const faults = blockFaults(composition, body?.errors ?? {});
  return new Error(
    [
      `Refused (${status} ${body?.code ?? ''}): ${body?.message ?? ''}`,
      ...faults.map((fault) => `  ${faultLine(fault)}`),
    ].join('\n'),
  );
}
