import type { ServiceAnswer } from './ask-service.ts';

/** An error response of the service as an Error: its status, code and message, then a line for each field at fault. */
export function refusal({ status, body }: ServiceAnswer): Error {
  const faults = Object.entries<readonly string[]>(body?.errors ?? {});
  return new Error(
    [
      `Refused (${status} ${body?.code ?? ''}): ${body?.message ?? ''}`,
      ...faults.map(([at, messages]) => `  ${at}: ${messages.join(' ')}`),
    ].join('\n'),
  );
}
