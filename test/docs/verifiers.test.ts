/** The verifiers of /docs/webhooks, each run by its own language against the vectors. */
import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDocs } from '../../src/docs/docs-site.ts';
import { verifiers } from '../../src/docs/verifiers.ts';
import { errorStatuses } from '../../src/ground/errors/error-status.ts';
import { verifyWebhook } from '../../src/pages/verifiers/verify-webhook.ts';
import { signingKey, signWebhook } from '../../src/webhooks/secrets/sign-webhook.ts';
import { textOf } from './shown-code.ts';

interface Vector {
  readonly name: string;
  readonly valid: boolean;
  readonly now: number;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const run = promisify(execFile);
const fixture = fileURLToPath(new URL('../fixtures/webhook-vectors.json', import.meta.url));
const {
  signed_at: signedAt,
  secrets,
  vectors,
} = JSON.parse(await readFile(fixture, 'utf8')) as {
  readonly signed_at: number;
  readonly secrets: readonly { readonly id: string; readonly secret: string }[];
  readonly vectors: readonly Vector[];
};
const wanted = vectors.map(({ name, valid }) => `${valid ? 'takes' : 'refuses'} ${name}`);
const verdicts = (valid: readonly boolean[]) =>
  vectors.map(({ name }, position) => `${valid[position] ? 'takes' : 'refuses'} ${name}`);

const folderOf = new URL('../../src/pages/verifiers/', import.meta.url);
const fileOf = (language: keyof typeof verifiers) => fileURLToPath(new URL(verifiers[language], folderOf));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-verifiers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the TypeScript verifier takes and refuses what the vectors say', () => {
  const valid = vectors.map(({ headers, body, secret, now }) =>
    verifyWebhook(
      {
        timestamp: headers['service-webhook-timestamp'] ?? '',
        signatures: headers['service-webhook-signature'] ?? '',
        body: Buffer.from(body),
      },
      secret,
      now,
    ),
  );
  expect(verdicts(valid)).toEqual(wanted);
});

/** Programs that read the file of vectors they are given and print one JSON array of verdicts. */
const programs = [
  {
    language: 'Python',
    command: 'python3',
    version: ['--version'],
    run: async (command: string) => {
      const program = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("verifier", sys.argv[1])
verifier = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verifier)
print(json.dumps([verifier.verify_webhook(v["headers"]["service-webhook-timestamp"], v["headers"]["service-webhook-signature"],
    v["body"].encode(), v["secret"], v["now"]) for v in json.load(open(sys.argv[2], encoding="utf-8"))["vectors"]]))`;
      return run(command, ['-B', '-c', program, fileOf('Python'), fixture]);
    },
  },
  {
    language: 'PHP',
    command: 'php',
    version: ['--version'],
    run: async (command: string) => {
      const program = `
require $argv[1];
$vectors = json_decode(file_get_contents($argv[2]), true)["vectors"];
echo json_encode(array_map(fn ($v) => verify_webhook($v["headers"]["service-webhook-timestamp"],
    $v["headers"]["service-webhook-signature"], $v["body"], $v["secret"], $v["now"]), $vectors));`;
      return run(command, ['-r', program, '--', fileOf('PHP'), fixture]);
    },
  },
  {
    language: 'Ruby',
    command: 'ruby',
    version: ['--version'],
    run: async (command: string) => {
      const program = `
require "json"
require ARGV[0]
puts JSON.generate(JSON.parse(File.read(ARGV[1], encoding: "UTF-8"))["vectors"].map { |v|
  verify_webhook(timestamp: v["headers"]["service-webhook-timestamp"], signatures: v["headers"]["service-webhook-signature"],
    body: v["body"], secret: v["secret"], now: v["now"]) })`;
      return run(command, ['-e', program, fileOf('Ruby'), fixture]);
    },
  },
  {
    language: 'Go',
    command: 'go',
    version: ['version'],
    run: async (command: string) => {
      await cp(fileOf('Go'), join(folder, 'webhooks', 'verify.go'));
      await writeFile(join(folder, 'go.mod'), 'module vectors\n\ngo 1.19\n');
      await writeFile(
        join(folder, 'main.go'),
        `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
	"vectors/webhooks"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var file struct {
		Vectors []struct {
			Now          int64
			Secret, Body string
			Headers      map[string]string
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	verdicts := []bool{}
	for _, v := range file.Vectors {
		verdicts = append(verdicts, webhooks.Verify(v.Headers["service-webhook-timestamp"],
			v.Headers["service-webhook-signature"], []byte(v.Body), v.Secret, time.Unix(v.Now, 0)))
	}
	answer, _ := json.Marshal(verdicts)
	fmt.Println(string(answer))
}
`,
      );
      const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };
      return run(command, ['run', '.', fixture], { cwd: folder, env });
    },
  },
] as const;

for (const { language, command, version, run: verify } of programs) {
  const installed = spawnSync(command, version).status === 0;
  test.skipIf(!installed)(
    `the ${language} verifier takes and refuses what the vectors say${installed ? '' : `: ${command} is not installed here`}`,
    { timeout: 120_000 },
    async () => {
      const { stdout } = await verify(command);
      expect(verdicts(JSON.parse(stdout))).toEqual(wanted);
    },
  );
}

test('the page shows each verifier word for word', async () => {
  const docs = createDocs({
    config: {
      production: true,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: '',
      inboxPort: 8025,
      simulatorDomain: 'simulator.test',
    },
    publicUrl: 'http://tidings.test',
    statuses: errorStatuses,
  });
  const page = await docs.find('/docs/webhooks', new IncomingMessage(new Socket()));
  const text = textOf(String(page?.body));
  for (const language of Object.keys(verifiers) as (keyof typeof verifiers)[]) {
    expect(text).toContain((await readFile(fileOf(language), 'utf8')).trimEnd());
  }
});

describe('the vectors', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('are signed as webhooks are', () => {
    const keys = secrets.map(({ id, secret }) => signingKey(id, secret));
    for (const { name, headers, body, valid } of vectors.filter(({ name }) => name.startsWith('signed with'))) {
      const ids = headers['service-webhook-signature']?.split(',').map((pair) => pair.split('=')[0]);
      const used = ids?.flatMap((id) => keys.filter((key) => key.id === id)) ?? [];
      const made = signWebhook(headers['webhook-id'] ?? '', body, used, new Date(signedAt * 1_000));
      const lower = Object.fromEntries(Object.entries(made).map(([header, value]) => [header.toLowerCase(), value]));
      expect(lower, name).toEqual(headers);
      expect(used.some(({ id }) => id === secrets[0]?.id)).toBe(valid);
    }
  });

  test('pass the library of Standard Webhooks by their second signature', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const genuine = vectors.filter(({ valid, now }) => valid && now === signedAt);
    expect(genuine.length).toBeGreaterThan(5);
    for (const { name, headers, body, secret } of genuine) {
      vi.setSystemTime(signedAt * 1_000);
      const webhook = new Webhook(secret);
      expect(() => webhook.verify(body, headers, { jsonParse: false }), name).not.toThrow();
      expect(() => webhook.verify(`${body} `, headers, { jsonParse: false }), name).toThrow();
      vi.setSystemTime((signedAt + 600) * 1_000);
      expect(() => webhook.verify(body, headers, { jsonParse: false }), name).toThrow('old');
    }
  });
});
