/** A platform in the attacker's hands. */
import { demoFields, demoTemplate } from '../../../src/local/demo-template.ts';
import type { Answer, Reply } from './reply.ts';
import type { HttpRequest } from './send-request.ts';

export interface AttackerPlatform {
  readonly id: string;
  readonly apiKey: string;
  rest(method: HttpRequest['method'], path: string, body?: unknown): Promise<Answer>;
  graphql(query: string, variables?: unknown): Promise<Answer>;
  /** Returns the secret of another key, which the operator makes. */
  key(name: string): Promise<string>;
  /** `body` is added to a valid emit of order.shipped. */
  emit(body?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Saves an event type and its template. The answer of the template's save, or of the type's where that fails. */
  template(given: TemplateGiven): Promise<Answer>;
  /** What became of an emit's message, after at most `ms`. Clear: a final state, or `queued` where `mayWait`. */
  outcome(emitted: Answer, ms: number, mayWait?: boolean): Promise<Reply>;
}

export interface TemplateGiven {
  readonly type: string;
  readonly fields?: unknown;
  readonly blocks: readonly unknown[];
  /** Beside them in the body of the save. */
  readonly save?: Readonly<Record<string, unknown>>;
  /** Beside the blocks in the document. */
  readonly document?: Readonly<Record<string, unknown>>;
}

const finalStates: readonly unknown[] = ['delivered', 'bounced', 'failed', 'expired', 'suppressed', 'sent'];

/** How often an outcome is looked up; milliseconds. */
const lookEvery = 200;

type Send = (request: HttpRequest) => Promise<Answer>;
let made = 0;

export async function createAttackerPlatform(
  send: Send,
  operatorToken: string,
  verified: () => Promise<unknown>,
): Promise<AttackerPlatform> {
  made += 1;
  const name = `attacker-${process.pid}-${made}`;
  const created = await send({
    path: '/graphql',
    token: operatorToken,
    body: JSON.stringify({
      query: `mutation { platformCreate(input: { name: "${name}" }) { platform { id } apiKey { secret } } }`,
    }),
  });
  if (created.status !== 200) throw new Error(`No platform could be created: ${created.label}`);
  const { platform, apiKey } = created.body.data.platformCreate;
  const token: string = apiKey.secret;
  let emitted = 0;

  const rest: AttackerPlatform['rest'] = (method, path, body) =>
    send({
      ...(method ? { method } : {}),
      path: `/v1${path}`,
      token,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  const attacker: AttackerPlatform = {
    id: platform.id,
    apiKey: token,
    rest,
    graphql: (query, variables = {}) => send({ path: '/graphql', token, body: JSON.stringify({ query, variables }) }),
    async key(name) {
      const query = `mutation { apiKeyCreate(input: { platformId: "${platform.id}", name: "${name}" }) { apiKey { secret } } }`;
      const { body } = await send({ path: '/graphql', token: operatorToken, body: JSON.stringify({ query }) });
      return body.data.apiKeyCreate.apiKey.secret;
    },
    emit(body = {}) {
      emitted += 1;
      return rest('POST', '/workspaces/ref:shop/events', {
        type: 'order.shipped',
        idempotency_key: `attack-${emitted}`,
        recipient: { email: `target-${emitted}@example.com` },
        payload: { order_number: '1', tracking_url: 'https://example.com/1' },
        ...body,
      });
    },
    async template({ type, fields = [], blocks, save = {}, document = {} }) {
      const typed = await rest('PUT', `/event-types/${type}`, { fields });
      if (typed.status >= 300) return typed;
      return rest('PUT', `/event-types/${type}/template`, {
        subject: 'Attack',
        from_local_part: 'attack',
        locale: 'en',
        composition: { editorVersion: 3, target: 'email', document: { ...document, blocks } },
        ...save,
      });
    },
    async outcome(emit, ms, mayWait = false) {
      if (emit.status !== 202) return emit;
      const until = performance.now() + ms;
      const { id } = emit.body.data;
      for (;;) {
        const found = await rest('GET', `/workspaces/ref:shop/events/${id}`);
        if (found.status !== 200) return found;
        const state = found.body.data.message?.state;
        if (finalStates.includes(state)) return { label: `mail ${state}`, clear: true };
        if (performance.now() > until) return { label: `mail ${state}`, clear: mayWait && state === 'queued' };
        await new Promise((resolve) => setTimeout(resolve, lookEvery));
      }
    },
  };
  const { subject, fromLocalPart, displayName, locale, composition } = demoTemplate;
  for (const answer of [
    await rest('PUT', '/sending-domain', { domain: `${name}.test` }),
    await rest('POST', '/workspaces', { name: 'Shop', reference: 'shop' }),
    await rest('PUT', '/event-types/order.shipped', { fields: demoFields }),
    await rest('PUT', '/event-types/order.shipped/template', {
      subject,
      from_local_part: fromLocalPart,
      display_name: displayName,
      locale,
      composition,
    }),
  ]) {
    if (answer.status >= 300) throw new Error(`The platform could not be prepared: ${answer.label}`);
  }
  await verified();
  return attacker;
}
