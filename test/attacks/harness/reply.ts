/** What the attacker is answered, and whether the answer says what happened. */
export interface Reply {
  /** Status and code, such as `422 validation_failed`. */
  readonly label: string;
  /** A correct result, or a rejection with its code. */
  readonly clear: boolean;
}

export interface Answer extends Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: attacks read what the operation promises.
  readonly body: any;
}

/** Bytes of an error's body (what a service may answer at most), and of any other. */
const errorBytesMax = 65_536;
const answerBytesMax = 16 * 1_048_576;

export function readAnswer(status: number, text: string): Answer {
  const body = asJson(text);
  const codes = codesOf(body);
  const bytes = Buffer.byteLength(text);
  const tooLong = bytes > (status >= 400 ? errorBytesMax : answerBytesMax);
  const label = [status, ...codes, ...(tooLong ? [`of ${Math.round(bytes / 1_024)} kB`] : [])].join(' ');
  return { status, body, label, clear: isClear(status, codes) && !tooLong };
}

/** The first answer in what came over a bare connection. */
export function readRawAnswer(text: string): Answer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  return status === 0 ? unanswered(text === '' ? 'no answer' : 'no HTTP') : readAnswer(status, rest.join('\r\n\r\n'));
}

/** Neither an answer nor an error code: the connection ended, or nothing came in time. */
export function unanswered(label: string): Answer {
  return { status: 0, body: null, label, clear: false };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The code of REST, or those of GraphQL, each once. */
function codesOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null) return [];
  if ('code' in body && typeof body.code === 'string') return [body.code];
  if (!('errors' in body) || !Array.isArray(body.errors)) return [];
  return [...new Set(body.errors.map(({ extensions }) => String(extensions?.code ?? 'error without code')))];
}

function isClear(status: number, codes: readonly string[]): boolean {
  if (codes.includes('internal_error') || codes.includes('error without code')) return false;
  if (status >= 200 && status < 400) return true;
  return ((status >= 400 && status < 500) || status === 503) && codes.length > 0;
}
