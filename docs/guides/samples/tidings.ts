// tidings.ts
const service = process.env.TIDINGS_URL;
const apiKey = process.env.TIDINGS_API_KEY;
if (!service || !apiKey) throw new Error('TIDINGS_URL and TIDINGS_API_KEY must be set');

const tries = 5;
/** Statuses after which the same request may succeed. */
const repeatable = new Set([408, 429, 500, 503]);

export interface Emit {
  readonly type: string;
  /** From your own data, the same at each try: a repeated key never sends a second mail. */
  readonly idempotency_key: string;
  readonly recipient: { readonly contact: string } | { readonly email: string };
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Emitted {
  readonly id: string;
  readonly message: { readonly id: string; readonly state: string };
}

/** Emits an event. Tries again after a timeout, a broken connection and the repeatable statuses. */
export async function emit(workspace: string, event: Emit): Promise<Emitted> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post(`/v1/workspaces/${workspace}/events`, event).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status === 202) return JSON.parse(answer.text).data;
    const isFinal = !(answer instanceof Error) && !repeatable.has(answer.status);
    if (isFinal || attempt === tries) {
      const reason = answer instanceof Error ? answer.message : `${answer.status} ${answer.text}`;
      throw new Error(`The emit ${event.idempotency_key} was not accepted: ${reason}`);
    }
    const seconds = answer instanceof Error ? null : answer.retryAfter;
    await new Promise((resolve) => setTimeout(resolve, Number(seconds ?? 2 ** attempt) * 1_000));
  }
}

async function post(path: string, body: object) {
  const response = await fetch(`${service}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), text: await response.text() };
}
