/** A client of GraphQL over server-sent events, in the distinct connections mode. */

export interface LiveEvents {
  readonly status: number;
  readonly type: string;
  /** The result of the next event; null after `complete`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever their own document selects.
  next(): Promise<any>;
  /** Closes the connection. */
  cut(): void;
}

export async function subscribeTo(
  origin: string,
  token: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<LiveEvents> {
  const controller = new AbortController();
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    signal: controller.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  async function nextBlock(): Promise<string | null> {
    for (;;) {
      const end = buffered.indexOf('\n\n');
      if (end >= 0) {
        const block = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        return block;
      }
      const part = await reader?.read();
      if (part === undefined || part.done) return null;
      buffered += part.value;
    }
  }
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    async next() {
      for (;;) {
        const block = await nextBlock();
        if (block === null) throw new Error('The connection ended without an event that says so');
        if (block.startsWith(':')) continue;
        const { event, data } = Object.fromEntries(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
        );
        return event === 'complete' ? null : JSON.parse(data ?? '');
      }
    },
    cut: () => controller.abort(),
  };
}
