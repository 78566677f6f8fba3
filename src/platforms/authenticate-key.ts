import { LRUCache } from 'lru-cache';
import type { App } from '../context.ts';
import { apiKeyHash, isApiKeyToken } from './api-key-token.ts';

/** Whom a key opens the service for. */
export interface KeyHolder {
  readonly platformId: string;
  readonly apiKeyId: string;
}

interface Answer {
  readonly holder: KeyHolder;
  readonly expiresAt: Date | null;
}

/** Milliseconds an answer is kept: a revoked key stops within a second everywhere (decisions, section 10). */
const answerLife = 750;
/** Keys remembered at once; unknown ones take a place too. */
const answersKept = 10_000;

type Answers = LRUCache<string, { readonly answer: Promise<Answer | null> }>;

const answersOf = new WeakMap<App, Answers>();

/** Whose key `token` is; null when it is malformed, unknown, revoked or expired. */
export async function authenticateKey(app: App, token: string): Promise<KeyHolder | null> {
  if (!isApiKeyToken(token)) return null;
  const hash = apiKeyHash(token);
  const answer = await remembered(app, hash);
  if (answer === null) return null;
  if (answer.expiresAt !== null && answer.expiresAt <= app.clock.now()) return null;
  return answer.holder;
}

/** Forgets every answer of this process, so that a revocation holds here at once. */
export function forgetKeys(app: App): void {
  answersOf.get(app)?.clear();
}

function remembered(app: App, hash: Buffer): Promise<Answer | null> {
  const answers = answersOf.get(app) ?? new LRUCache({ max: answersKept, ttl: answerLife, ttlResolution: 0 });
  answersOf.set(app, answers);
  const name = hash.toString('base64');
  const known = answers.get(name);
  if (known) return known.answer;
  // The promise is kept, so that requests at once share one question, and its life begins when it is asked.
  const entry = { answer: ask(app, hash) };
  answers.set(name, entry);
  entry.answer.catch(() => {
    if (answers.peek(name) === entry) answers.delete(name);
  });
  return entry.answer;
}

async function ask(app: App, hash: Buffer): Promise<Answer | null> {
  const { rows } = await app.db.pool.query<{ platform_id: string; id: string; expires_at: Date | null }>(
    'SELECT platform_id, id, expires_at FROM api_keys WHERE token_hash = $1 AND revoked_at IS NULL',
    [hash],
  );
  const [row] = rows;
  return row ? { holder: { platformId: row.platform_id, apiKeyId: row.id }, expiresAt: row.expires_at } : null;
}
