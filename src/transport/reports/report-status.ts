/** The machine-readable part of a delivery report (RFC 3464). */

/** Recipients that are read of one report. A mail of the service has one; an alias may stand for several. */
export const recipientsMax = 10;
/** Groups of fields that are searched for them. */
const groupsMax = 200;
/** Characters of one address (RFC 5321, section 4.5.3.1). */
const addressMaxLength = 320;

export interface StatusBlock {
  readonly action: string | null;
  /** Enhanced code. */
  readonly status: string | null;
  readonly diagnostic: string;
  /** `Original-Recipient`: the address to which the mail was sent. */
  readonly recipient: string | null;
  /** `Final-Recipient`, where it is another: what the address stood for. */
  readonly finally: string | null;
}

/**
 * Returns the blocks about recipients, in their order. Real reports have blocks without `Action` or `Final-Recipient`.
 */
export function readStatusBlocks(content: string): readonly StatusBlock[] {
  return content
    .replace(/\r\n/g, '\n')
    .split(/\n[ \t]*\n/, groupsMax)
    .map(readFields)
    .filter((fields) => fields.has('final-recipient') || fields.has('original-recipient') || fields.has('action'))
    .slice(0, recipientsMax)
    .map((fields) => ({
      finally: addressOf(fields.get('final-recipient')),
      action: /^\w+/.exec(fields.get('action') ?? '')?.[0].toLowerCase() ?? null,
      status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? null,
      diagnostic: readDiagnostic(fields),
      recipient: addressOf(fields.get('original-recipient')) ?? addressOf(fields.get('final-recipient')),
    }));
}

/** Exchange puts the other server's own reply into a field beside its own words. */
function readDiagnostic(fields: ReadonlyMap<string, string>): string {
  const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  const supplement = fields.get('x-supplementary-info') ?? '';
  return [diagnostic, supplement.replace(/^<|>$/g, '').trim()].filter((part) => part !== '').join(' ');
}

function readFields(block: string): ReadonlyMap<string, string> {
  const lines = block.replace(/\n[ \t]+/g, ' ').split('\n');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
    }),
  );
}

function addressOf(value: string | undefined): string | null {
  const word = (value ?? '').split(/[\s<>;]/).find((each) => /[^@]@[^@]/.test(each));
  return word !== undefined && word.length <= addressMaxLength ? word : null;
}
