/** Secrets from files, and two that are alive for a change (docs/rules.md#secret-files, docs/rules.md#configuration). */
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/ground/config/config.ts';
import { variables } from '../../../src/ground/config/config-variables.ts';
import { secretVariables } from '../../../src/ground/config/secret-files.ts';

const key = 'a key of thirty-two characters at least';
const token = 'a token of sixteen at least';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function file(content: string): Promise<string> {
  files += 1;
  const path = join(folder, String(files));
  await writeFile(path, content);
  return path;
}

/** Valid values. */
const values: Readonly<Record<(typeof secretVariables)[number], string>> = {
  DATABASE_URL: 'postgres://one:secret@localhost/tidings',
  DATABASE_LISTEN_URL: 'postgres://one:secret@localhost/tidings',
  SMTP_URL: 'smtp://one:secret@relay.example:587',
  SECRET_KEY: key,
  SECRET_KEY_PREVIOUS: `${key}, before`,
  OPERATOR_TOKEN: token,
  OPERATOR_TOKEN_PREVIOUS: `${token}, before`,
  OPERATOR_READ_TOKEN: `${token}, to read`,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret',
  PICTURE_STORE_SECRET_KEY: 'secret',
};
/** What they need beside them. */
const beside = {
  SECRET_KEY: key,
  OPERATOR_TOKEN: token,
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
};
const faultsOf = (env: NodeJS.ProcessEnv) => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
};

/** The address of a store needs its secret, and the secret the address. */
const store = { PICTURE_STORE_URL: 'https://s3.example.com/shelf', PICTURE_STORE_KEY_ID: 'id' };

describe.each(secretVariables)('%s_FILE', (name) => {
  const others = { ...beside, ...(name === 'PICTURE_STORE_SECRET_KEY' ? store : {}) };
  const given = Object.fromEntries(Object.entries(others).filter(([other]) => other !== name));

  test('names the file that holds the value, whose last newline is cut', async () => {
    const wanted = readConfig({ ...given, [name]: values[name] });
    for (const end of ['', '\n', '\r\n']) {
      expect(readConfig({ ...given, [`${name}_FILE`]: await file(`${values[name]}${end}`) })).toEqual(wanted);
    }
  });

  test('and the variable itself are a fault together; an empty one counts as unset', async () => {
    const path = await file(values[name]);
    expect(faultsOf({ ...given, [name]: values[name], [`${name}_FILE`]: path })).toEqual([
      `${name}_FILE: ${name} is set too; give one of the two`,
    ]);
    expect(faultsOf({ ...given, [name]: '', [`${name}_FILE`]: path })).toEqual([]);
    expect(faultsOf({ ...given, [name]: values[name], [`${name}_FILE`]: '' })).toEqual([]);
  });
});

test('every variable whose name says that it is secret may be a file', () => {
  const named = Object.keys(variables.shape).filter((name) =>
    /KEY|TOKEN|(?:DATABASE|SMTP|LISTEN)_URL|HEADERS/.test(name),
  );
  // The path of a file already, seconds, and the name of a key.
  const others = ['INBOUND_TLS_KEY', 'KEEP_ALIVE', 'PICTURE_STORE_KEY_ID'];
  expect(named.filter((name) => !others.includes(name)).sort()).toEqual([...secretVariables].sort());
});

test('a file that cannot serve is a fault in words, which have nothing of it', async () => {
  const nothing = join(folder, 'nothing');
  const closed = join(folder, 'closed');
  await mkdir(closed);
  const link = join(folder, 'link');
  await symlink(await file(key), link);
  expect(faultsOf({ SECRET_KEY_FILE: nothing })).toEqual(['SECRET_KEY_FILE: the file that it names is not there']);
  expect(faultsOf({ SECRET_KEY_FILE: closed })).toEqual(['SECRET_KEY_FILE: names no file']);
  expect(faultsOf({ SECRET_KEY_FILE: await file('\n') })).toEqual(['SECRET_KEY_FILE: names an empty file']);
  expect(faultsOf({ SECRET_KEY_FILE: await file(`${key}\n${key}`) })).toEqual([
    'SECRET_KEY_FILE: names a file of more than one line',
  ]);
  expect(faultsOf({ SECRET_KEY_FILE: await file('k'.repeat(65_537)) })).toEqual([
    'SECRET_KEY_FILE: names a file of more than 65536 bytes, which is no secret',
  ]);
  expect(faultsOf({ SECRET_KEY_FILE: await file('short') })).toEqual(['SECRET_KEY: must hold at least 32 characters']);
  expect(readConfig({ SECRET_KEY_FILE: link }).secretKey).toBe(key);
});

test.skipIf(process.getuid?.() === 0)('a file that may not be read is a fault', async () => {
  const path = await file(key);
  await chmod(path, 0o000);
  expect(faultsOf({ SECRET_KEY_FILE: path })).toEqual([
    'SECRET_KEY_FILE: no permission to read the file that it names',
  ]);
});

test('all faults are named at once', async () => {
  expect(faultsOf({ SECRET_KEY_FILE: join(folder, 'nothing'), OPERATOR_TOKEN: 'short', PORT: 'x' })).toHaveLength(3);
});

test.each([
  ['SECRET_KEY_PREVIOUS', { SECRET_KEY_PREVIOUS: key }, 'needs SECRET_KEY, the key that replaces it'],
  ['SECRET_KEY_PREVIOUS', { SECRET_KEY: key, SECRET_KEY_PREVIOUS: key }, 'is the same as SECRET_KEY'],
  ['OPERATOR_TOKEN_PREVIOUS', { OPERATOR_TOKEN_PREVIOUS: token }, 'needs OPERATOR_TOKEN, the token that replaces it'],
  [
    'OPERATOR_TOKEN_PREVIOUS',
    { OPERATOR_TOKEN: token, OPERATOR_TOKEN_PREVIOUS: token },
    'is the same as OPERATOR_TOKEN',
  ],
  [
    'OPERATOR_READ_TOKEN',
    { OPERATOR_TOKEN: token, OPERATOR_READ_TOKEN: token },
    'is the same as a token that changes things',
  ],
  [
    'OPERATOR_READ_TOKEN',
    { OPERATOR_TOKEN: key, OPERATOR_TOKEN_PREVIOUS: token, OPERATOR_READ_TOKEN: token },
    'is the same as a token that changes things',
  ],
])('%s beside others that it does not fit is a fault', (name, env, words) => {
  expect(faultsOf(env)).toEqual([`${name}: ${words}`]);
});
