/**
 * Automatic persisted queries, as Apollo's clients ask for them: a request has the SHA-256 of a document in place of its
 * text, once the process has had both (docs/rules.md#persisted-queries).
 */
import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { ErrorCode } from '../../ground/errors/error-codes.ts';
import { errorStatuses } from '../../ground/errors/error-status.ts';
import { invalid } from '../../ground/errors/errors.ts';
import { isRecord } from '../../ground/input/input.ts';
import { refusal } from './error-http.ts';
import { persistedBytes } from './limits/graphql-limits.ts';

/** Bytes of memory for an entry beside its text. */
const bytesPerEntry = 300;

const version = 1;
const hashPattern = /^[0-9a-f]{64}$/;

interface Bounds {
  readonly ofPlatform: number;
  readonly inAll: number;
}

export interface PersistedQueries {
  /**
   * Returns `params` with the document that they name. `party`: the platform, whose documents are its own. Throws
   * `PERSISTED_QUERY_NOT_FOUND`, and `validation_failed` for a hash of another text.
   */
  resolve(party: string, params: GraphQLParams): GraphQLParams;
  readonly bytes: number;
}

export function createPersistedQueries({ ofPlatform, inAll }: Bounds = persistedBytes): PersistedQueries {
  const parties = new Map<string, LRUCache<string, string>>();
  let bytes = 0;

  return {
    resolve(party, params) {
      const asked = params.extensions?.persistedQuery;
      if (asked == null) return params;
      const hash = hashOf(asked);
      const { query } = params;
      if (typeof query === 'string' && query !== '') {
        if (createHash('sha256').update(query).digest('hex') !== hash) {
          throw refusal(invalid({ 'extensions.persistedQuery.sha256Hash': ['must be the SHA-256 of query'] }));
        }
        keep(party, hash, query);
        return params;
      }
      const known = parties.get(party)?.get(hash);
      if (known === undefined) throw notKept();
      return { ...params, query: known };
    },
    get bytes() {
      return bytes;
    },
  };

  function keep(party: string, hash: string, query: string): void {
    const own = parties.get(party) ?? new LRUCache<string, string>({ maxSize: ofPlatform });
    parties.set(party, own);
    change(own, () => own.set(hash, query, { size: 2 * query.length + bytesPerEntry }));
    // Whoever holds most gives way, so no platform loses documents to one that holds more than it.
    while (bytes > inAll) {
      const [name, most] = [...parties].reduce((a, b) => (b[1].calculatedSize > a[1].calculatedSize ? b : a));
      change(most, () => most.pop());
      if (most.size === 0) parties.delete(name);
    }
  }

  function change(own: LRUCache<string, string>, work: () => unknown): void {
    const before = own.calculatedSize;
    work();
    bytes += own.calculatedSize - before;
  }
}

/** The message is the one that clients look for. */
function notKept(): GraphQLError {
  const code = 'PERSISTED_QUERY_NOT_FOUND' satisfies ErrorCode;
  return new GraphQLError('PersistedQueryNotFound', {
    extensions: { code, http: { status: errorStatuses[code], spec: true } },
  });
}

function hashOf(asked: unknown): string {
  const fault = (path: string, message: string) => refusal(invalid({ [`extensions.${path}`]: [message] }));
  if (!isRecord(asked)) throw fault('persistedQuery', 'must be an object');
  if (asked.version !== version) throw fault('persistedQuery.version', `must be ${version}`);
  const { sha256Hash: hash } = asked;
  if (typeof hash === 'string' && hashPattern.test(hash)) return hash;
  throw fault('persistedQuery.sha256Hash', 'must be 64 digits of a-f and 0-9');
}
