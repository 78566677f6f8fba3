/**
 * The log for a person at a terminal: requests, mail, webhooks and warnings as short lines, without ids. A formatter of
 * our own, since pino-pretty would need a function for each of these lines too, and brings thirteen packages.
 */
import { stripVTControlCharacters, styleText } from 'node:util';
import type { DestinationStream } from 'pino';

type Fields = Readonly<Record<string, unknown>>;
type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

/** Characters of one value, and of one line without its stack. */
const valueMax = 200;
const lineMax = 1_000;
const stackFramesMax = 6;
const warnLevel = 40;
const errorLevel = 50;
/** Milliseconds from which a duration is shown in seconds. */
const secondsFrom = 1_000;

/** The part of standard output that says how to write to it. */
export interface Terminal {
  /** Absent where standard output is a file or a pipe. */
  readonly isTTY?: boolean;
  hasColors?(): boolean;
}

/**
 * Returns where pino writes its lines: `output` itself for JSON, a formatter before it for people. People read on a
 * terminal, programs elsewhere, unless `format` says otherwise.
 */
export function logLines(
  output: DestinationStream,
  format: 'json' | 'pretty' | null,
  terminal: Terminal,
): DestinationStream {
  const isTerminal = terminal.isTTY === true;
  const isPretty = format === null ? isTerminal : format === 'pretty';
  return isPretty ? prettyLines(output, { colors: isTerminal && terminal.hasColors?.() === true }) : output;
}

/** Formats lines of pino and writes them to `output`. `colors`: whether the terminal shows colours. */
export function prettyLines(output: DestinationStream, { colors }: { readonly colors: boolean }): DestinationStream {
  const paint: Paint = colors
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_style, text) => text;
  return { write: (line) => output.write(prettyLine(line, paint)) };
}

function prettyLine(line: string, paint: Paint): string {
  let fields: Fields;
  try {
    fields = JSON.parse(line);
  } catch {
    return line;
  }
  const { level, time, msg, ...others } = fields;
  const at = paint('dim', new Date(Number(time)).toTimeString().slice(0, 8));
  const said = sentence(String(msg), others, paint).slice(0, lineMax);
  return `${at} ${severity(Number(level), paint)}${said}\n${stackOf(others.err ?? others.error, paint)}`;
}

function severity(level: number, paint: Paint): string {
  if (level >= errorLevel) return paint('red', 'error: ');
  return level >= warnLevel ? paint('yellow', 'warning: ') : '';
}

function sentence(message: string, fields: Fields, paint: Paint): string {
  if (message === 'request') return requestLine(fields, paint);
  const [noun] = message.split(' ');
  if (noun === 'message' && 'domain' in fields) return messageLine(message, fields, paint);
  if (noun === 'webhook' && 'endpoint' in fields) return webhookLine(message, fields, paint);
  return otherLine(message, fields, paint);
}

/** `POST /v1/workspaces/:workspace/events 202 8 ms emitEvent` */
function requestLine({ method, path, status, code, durationMs, operation, aborted }: Fields, paint: Paint): string {
  return words([
    text(method),
    path === null ? paint('dim', '(no such path)') : text(path),
    paint(styleOfStatus(Number(status)), text(status)),
    code === null ? '' : paint('yellow', text(code)),
    aborted === true ? paint('yellow', 'aborted by the caller') : '',
    duration(durationMs),
    operation === null ? '' : paint('dim', text(operation)),
  ]);
}

function styleOfStatus(status: number): Style {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}

/** `message delivered to example.com 12 ms` */
function messageLine(message: string, fields: Fields, paint: Paint): string {
  const { domain, bounce, reason, category, replyCode, attempt, durationMs, simulated } = fields;
  const good = /delivered$|sent$/.test(message);
  return words([
    paint(good ? 'green' : 'yellow', message),
    `to ${text(domain)}`,
    ...[bounce, reason, category, good ? undefined : replyCode].map(text),
    typeof attempt === 'number' && attempt > 1 ? `attempt ${attempt}` : '',
    simulated === true ? paint('dim', 'simulated') : '',
    duration(durationMs),
  ]);
}

/** `webhook delivered message.delivered 200 9 ms` */
function webhookLine(message: string, { type, status, failure, attempt, durationMs }: Fields, paint: Paint): string {
  return words([
    paint(failure === null ? 'green' : 'yellow', message),
    text(type),
    text(status),
    failure === 'status' ? '' : text(failure),
    typeof attempt === 'number' && attempt > 1 ? `attempt ${attempt}` : '',
    duration(durationMs),
  ]);
}

/** `Database created in 2.2 s`, followed by any other field as `name=value`. */
function otherLine(message: string, { durationMs, err, error, ...others }: Fields, paint: Paint): string {
  const fault = faultOf(err ?? error);
  const details = Object.entries(others).map(([name, value]) => `${name}=${text(value)}`);
  return words([
    `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
    durationMs === undefined ? '' : `in ${duration(durationMs)}`,
    fault,
    details.length === 0 ? '' : paint('dim', details.join(' ')),
  ]);
}

function faultOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { name, code } = error as Fields;
  return `(${[name, code].map(text).filter(Boolean).join(' ')})`;
}

function stackOf(error: unknown, paint: Paint): string {
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? error.stack : null;
  if (typeof stack !== 'string') return '';
  const frames = stack.split('\n', stackFramesMax).filter((frame) => frame !== '');
  return frames.map((frame) => `${paint('dim', clean(frame))}\n`).join('');
}

function duration(milliseconds: unknown): string {
  if (typeof milliseconds !== 'number') return '';
  return milliseconds < secondsFrom ? `${milliseconds} ms` : `${(milliseconds / secondsFrom).toFixed(1)} s`;
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  return clean(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Removes control characters, so that no value can move the cursor or change the terminal. */
function clean(value: string): string {
  return stripVTControlCharacters(value.slice(0, valueMax)).replace(/\p{Cc}/gu, ' ');
}

function words(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
