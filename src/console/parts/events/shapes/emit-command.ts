/** An emit of an event type as a curl command of a POSIX shell. It goes to the simulator, which sends nothing. */

interface EmitCommand {
  /** Of the service, without a trailing slash. */
  readonly origin: string;
  /** Its id or `ref:…`; null: the reader puts it in. */
  readonly workspace: string | null;
  readonly eventType: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Stands for a workspace that the page does not know. */
export const workspacePlace = 'WORKSPACE';

export function emitCommand({ origin, workspace, eventType, payload }: EmitCommand): string {
  const body = {
    type: eventType,
    idempotency_key: `try-${eventType}-1`,
    recipient: { email: 'delivered@simulator.test' },
    payload,
  };
  return [
    `curl -X POST '${origin}/v1/workspaces/${workspace ?? workspacePlace}/events'`,
    '-H "Authorization: Bearer $TIDINGS_API_KEY"',
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
  ].join(' \\\n  ');
}
