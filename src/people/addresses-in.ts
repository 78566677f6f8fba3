/** Signs of an address in one text that are examined, at most. */
const signsMax = 4;
/** Beginnings of a local part, and ends of a domain, that are examined for one sign, at most. */
const cutsMax = 8;
/** Characters before and after a sign that are examined; no local part and no domain is longer. */
const localMaxLength = 64;
const domainMaxLength = 255;

/** What ends a local part to its left. */
const outside = /[\s<>()[\]\\,;:"@/?&|]/;
const domainStart = /^[\p{L}\p{N}\p{M}.-]+/u;

/**
 * Addresses that may stand in a text: a name such as `invite-` before one can be a part of it or not. Each sign `@` gives
 * 64 of them at most.
 */
export function* addressesIn(text: string): Generator<string> {
  let at = text.indexOf('@');
  for (let signs = 0; at !== -1 && signs < signsMax; signs += 1) {
    const [domain = ''] = domainStart.exec(text.slice(at + 1, at + 1 + domainMaxLength)) ?? [];
    const domains = domainsIn(domain);
    for (const local of localsBefore(text, at)) for (const one of domains) yield `${local}@${one}`;
    at = text.indexOf('@', at + 1);
  }
}

/** The local parts that may end at `end`: each begins after a mark, the longest one after what no local part holds. */
function localsBefore(text: string, end: number): readonly string[] {
  const starts: number[] = [];
  let start = end;
  while (start > 0 && end - start < localMaxLength && !outside.test(text.charAt(start - 1))) {
    if (start < end && !/[\p{L}\p{N}]/u.test(text.charAt(start - 1))) starts.push(start);
    start -= 1;
  }
  return [...new Set([start, ...starts.slice(0, cutsMax - 1)])]
    .filter((from) => from < end)
    .map((from) => text.slice(from, end));
}

/** The domains that may begin here: each ends before a mark. */
function domainsIn(domain: string): readonly string[] {
  const ends = [domain.length];
  for (let at = 0; at < domain.length && ends.length < cutsMax; at += 1) {
    if (/[.-]/.test(domain.charAt(at))) ends.push(at);
  }
  return ends.map((end) => domain.slice(0, end)).filter((one) => one.includes('.'));
}
