/**
 * Secrets from files (docs/rules.md#secret-files): `SECRET_KEY_FILE` names the file that holds SECRET_KEY, as containers
 * and systemd hand out secrets, so that none is in the environment of the process.
 */
import { readFileSync, statSync } from 'node:fs';

/** Variables that may be given as a file: those that hold a password, a key or a token. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'SMTP_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'OPERATOR_TOKEN',
  'OPERATOR_TOKEN_PREVIOUS',
  'OPERATOR_READ_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PICTURE_STORE_SECRET_KEY',
] as const;

/** Bytes of a file. */
const bytesMax = 65_536;

type Variables = Readonly<Record<string, string | undefined>>;

export interface SecretsRead {
  /** The variables with what the files hold. */
  readonly env: Variables;
  /** In words, each under the name of its variable. None has a part of a file. */
  readonly faults: readonly string[];
}

/** An empty value counts as unset. */
export function readSecretFiles(env: Variables): SecretsRead {
  const read: Record<string, string | undefined> = { ...env };
  const faults: string[] = [];
  for (const name of secretVariables) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (path === undefined || path === '') continue;
    if (env[name] !== undefined && env[name] !== '') {
      faults.push(`${variable}: ${name} is set too; give one of the two`);
      continue;
    }
    try {
      read[name] = contentOf(path);
    } catch (error) {
      faults.push(`${variable}: ${faultOf(error)}`);
    }
  }
  return { env: read, faults };
}

/** Throws an Unusable, or an error of the file system. */
function contentOf(path: string): string {
  const { size, isFile } = lookAt(path);
  if (!isFile) throw new Unusable('names no file');
  if (size > bytesMax) throw new Unusable(`names a file of more than ${bytesMax} bytes, which is no secret`);
  // Editors and `echo` end a file with a newline.
  const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  if (text === '') throw new Unusable('names an empty file');
  if (text.includes('\n')) throw new Unusable('names a file of more than one line');
  return text;
}

function lookAt(path: string) {
  const found = statSync(path);
  return { size: found.size, isFile: found.isFile() };
}

class Unusable extends Error {
  override readonly name = 'Unusable';
}

function faultOf(error: unknown): string {
  if (error instanceof Unusable) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'the file that it names is not there';
  if (code === 'EACCES' || code === 'EPERM') return 'no permission to read the file that it names';
  return `the file that it names cannot be read (${String(code)})`;
}
