/**
 * When API keys were last used (docs/rules.md#last-use-of-a-key). A request notes its key in memory; the times are
 * written together, apart from any request.
 */
import type { Db } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly keyUses: KeyUses;
  }
}

/** Time between two writes of the last use of a key; milliseconds. */
export const useWrittenEvery = 60_000;

/** Keys whose use is noted between two writes; the uses of further keys are not noted. */
const notedMax = 100_000;

interface KeyUse {
  readonly platformId: string;
  readonly id: string;
  readonly at: Date;
}

export interface KeyUses {
  note(use: KeyUse): void;
  /** Writes the noted uses. A key that another process wrote less than a minute before stays as it is. */
  write(): Promise<void>;
}

const useRows = rowsOf<KeyUse>({
  platform_id: ['text', ({ platformId }) => platformId],
  id: ['text', ({ id }) => id],
  at: ['timestamptz', ({ at }) => at],
  // A use that was written since is recent enough.
  since: ['timestamptz', ({ at }) => new Date(at.getTime() - useWrittenEvery)],
});

const writeUses = statement({
  name: 'write-key-uses',
  rows: { i: useRows },
  text: ({ i }) => `
    UPDATE api_keys k SET last_used_at = i.at
    FROM ${i}
    WHERE k.platform_id = i.platform_id AND k.id = i.id
      AND coalesce(k.last_used_at <= i.since, true)`,
});

export function createKeyUses(db: Db): KeyUses {
  let noted = new Map<string, KeyUse>();
  return {
    note(use) {
      if (noted.size < notedMax || noted.has(use.id)) noted.set(use.id, use);
    },
    async write() {
      if (noted.size === 0) return;
      const uses = [...noted.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
      noted = new Map();
      await db.pool.query(writeUses({ i: uses }));
    },
  };
}
