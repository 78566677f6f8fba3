import { Resolver } from 'node:dns/promises';

export interface MxRecord {
  readonly exchange: string;
  readonly priority: number;
}

/**
 * The records published under a name; no record is an empty list. `refused`: the name server rejects queries for the
 * name. `unknown`: no name server responded, which is not the same as an empty list.
 */
export type DnsAnswer<Row> = readonly Row[] | 'refused' | 'unknown';

export interface DnsLookup {
  /** Each TXT record, its strings joined. */
  txt(name: string): Promise<DnsAnswer<string>>;
  mx(name: string): Promise<DnsAnswer<MxRecord>>;
}

/** Time for one query to one name server before it is repeated; milliseconds. */
const questionTimeout = 2_000;
const questionTries = 2;

/** The name does not exist, has no record of the type, or is invalid. */
const nothingThere: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/** @param servers `host:port` list; empty: the name servers of the machine. */
export function createDnsLookup(servers: readonly string[]): DnsLookup {
  const resolver = new Resolver({ timeout: questionTimeout, tries: questionTries });
  if (servers.length > 0) resolver.setServers(servers);

  async function ask<Row>(question: () => Promise<readonly Row[]>): Promise<DnsAnswer<Row>> {
    try {
      return await question();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (nothingThere.includes(code)) return [];
      return code === 'EREFUSED' ? 'refused' : 'unknown';
    }
  }
  return {
    txt: (name) => ask(async () => (await resolver.resolveTxt(name)).map((strings) => strings.join(''))),
    mx: (name) => ask(() => resolver.resolveMx(name)),
  };
}
