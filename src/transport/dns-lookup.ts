import { Resolver } from 'node:dns/promises';

export interface MxRecord {
  readonly exchange: string;
  readonly priority: number;
}

/**
 * What is published under a name; none is an empty list. `refused`: the name server does not care for the name, or not
 * for us. `unknown`: nobody could tell, which is not the same as nothing.
 */
export type DnsAnswer<Row> = readonly Row[] | 'refused' | 'unknown';

export interface DnsLookup {
  /** Each TXT record, its strings joined. */
  txt(name: string): Promise<DnsAnswer<string>>;
  mx(name: string): Promise<DnsAnswer<MxRecord>>;
}

/** How long one question to one name server may take before it is asked again; milliseconds. */
const questionTimeout = 2_000;
const questionTries = 2;

/** The name does not exist, has no record of the type, or cannot be a name at all. */
const nothingThere: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/** @param servers `host:port` list; none: those of the machine. */
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
