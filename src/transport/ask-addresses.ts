/**
 * Asks for the IPv4 and IPv6 addresses of a name at once (docs/rules.md#silent-name-servers). Some name servers answer
 * one of the two questions alone: the other then costs a moment, not the time of an attempt.
 */
import type { Resolver } from 'node:dns/promises';

/** Time for the second answer once the first has brought addresses; milliseconds (RFC 8305, section 3: 50). */
const secondAnswer = 50;

export interface AskedAddresses {
  /** IPv4 first. */
  readonly addresses: readonly string[];
  /** The error of each question that failed until then; two where nothing was found. */
  readonly failures: readonly unknown[];
}

export async function askAddresses(
  dns: Pick<Resolver, 'resolve4' | 'resolve6'>,
  host: string,
): Promise<AskedAddresses> {
  const failures: unknown[] = [];
  let hasFound = () => {};
  const found = new Promise<void>((resolve) => {
    hasFound = resolve;
  });
  const ask = async (question: Promise<readonly string[]>, place: 0 | 1) => {
    try {
      answers[place] = await question;
      if (answers[place].length > 0) hasFound();
    } catch (error) {
      failures.push(error);
    }
  };
  const answers: [readonly string[], readonly string[]] = [[], []];
  const both = Promise.all([ask(dns.resolve4(host), 0), ask(dns.resolve6(host), 1)]);
  let timer: NodeJS.Timeout | undefined;
  const enough = found.then(
    () =>
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, secondAnswer);
      }),
  );
  await Promise.race([both, enough]);
  clearTimeout(timer);
  return { addresses: answers.flat(), failures: [...failures] };
}
