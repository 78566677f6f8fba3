/** Examples without chance: ids, secrets and keys that a run makes up become the same ones in every run. */
import { createHash } from 'node:crypto';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The time of every made-up ULID, but for what tells one from another: a process never makes an older one. */
const idTime = '01KJPW';
/** Of the given ids so many count as known before the others: those of which the first examples were recorded. */
const givenCounted = 5;
/** Longer texts, such as whole HTML documents, are cut: they are shown, not tested. */
const shownLength = 400;

/** `value` with everything that chance made replaced, the same by the same. `given`: what stands for ids that are known. */
export function steady<Value>(value: Value, given: ReadonlyMap<string, string> = new Map()): Value {
  const known = new Map(given);
  const uncounted = Math.max(0, given.size - givenCounted);
  const once = (found: string, make: (at: number) => string) => {
    const steadyText = known.get(found) ?? make(known.size - uncounted);
    known.set(found, steadyText);
    return steadyText;
  };
  const endings = new Map<string, string>();
  const text = JSON.stringify(value, (key, item: unknown) => {
    if (typeof item !== 'string') return item;
    if (key === 'html' && item.length > shownLength) return `${item.slice(0, shownLength)}…`;
    return item;
  })
    .replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, (id) => once(id, ulid))
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => once(id, uuid))
    .replace(/whsec_[A-Za-z0-9+/=]{44}/g, (secret) => {
      const made = once(
        secret,
        (at) => `whsec_${Buffer.from(`example secret ${at}`.padEnd(32, '.')).toString('base64')}`,
      );
      endings.set(secret.slice(-4), made.slice(-4));
      return made;
    })
    .replace(/(?<=\/pictures\/)[0-9a-f]{64}\b/g, (address) =>
      once(address, (at) => createHash('sha256').update(`picture ${at}`).digest('hex')),
    )
    .replace(/\btd_[0-9A-Za-z]{40}\b/g, 'td_…')
    .replace(/(?<="name":"(?:Tidings-Message|CFBL-Feedback-ID)","value":")[^"]+/g, '…')
    .replace(/\btd[0-9a-f]{12}\b/g, (selector) => once(selector, (at) => `td${uuid(at).slice(-12)}`))
    .replace(/p=MII[A-Za-z0-9+/=]+/g, 'p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA…IDAQAB');
  // Of a secret that is not shown beside it, the ending is as much chance as that of one that is.
  const steadyEnding = (ending: string) =>
    endings.get(ending) ??
    once(`ending ${ending}`, (at) => `${createHash('sha256').update(`ending ${at}`).digest('base64').slice(0, 3)}=`);
  return JSON.parse(text.replace(/(?<="last_four":")[^"]+(?=")/g, steadyEnding));
}

function ulid(at: number): string {
  const bytes = createHash('sha256').update(`id ${at}`).digest();
  return idTime + [...bytes.subarray(0, 20)].map((byte) => crockford[byte % crockford.length]).join('');
}

function uuid(at: number): string {
  const hex = createHash('sha256').update(`request ${at}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
