/** Imports a file as a caller of GraphQL does, and does the work of the turns. */
import { expect } from 'vitest';
import { importTurn } from '../../src/imports/import-turn.ts';
import type { Tenant, World } from '../support/world.ts';

const fields = `id kind state bytes bytesDone line rows created updated refused failure startedAt finishedAt`;

export interface ImportFile {
  readonly kind?: 'contacts' | 'suppressions';
  readonly text: string | Buffer;
  readonly workspace?: string;
  /** Further arguments of the mutation that begins it. */
  readonly options?: string;
  /** Bytes of each append. */
  readonly piece?: number;
}

/** Begins an import and brings its file; gives its id. */
export async function uploadFile(tenant: Tenant, file: ImportFile): Promise<string> {
  const { kind = 'contacts', text, workspace = 'ref:shop', options = '', piece = 1_048_576 } = file;
  const mutation = kind === 'contacts' ? 'contactImportCreate' : 'suppressionImportCreate';
  const made = await tenant.ask(`mutation { ${mutation}(workspace: "${workspace}" ${options}) { import { id } } }`);
  expect(made.errors).toEqual([]);
  const { id } = made.data[mutation].import;
  const bytes = Buffer.from(text);
  for (let position = 0; position < bytes.length; position += piece) {
    const content = bytes.subarray(position, position + piece).toString('base64');
    const { errors } = await append(tenant, { workspace, id, position, content });
    expect(errors).toEqual([]);
  }
  return id;
}

export const append = (tenant: Tenant, variables: Readonly<Record<string, unknown>>) =>
  tenant.ask(
    `mutation ($workspace: ID!, $id: ID!, $position: Int!, $content: String!) {
       importAppend(workspace: $workspace, id: $id, position: $position, content: $content) { import { bytes state } }
     }`,
    { ...variables },
  );

export const act = (tenant: Tenant, mutation: 'importStart' | 'importCancel', id: string, workspace = 'ref:shop') =>
  tenant.ask(
    `mutation ($workspace: ID!, $id: ID!) { ${mutation}(workspace: $workspace, id: $id) { import { ${fields} } } }`,
    { workspace, id },
  );

export async function readImport(tenant: Tenant, id: string, workspace = 'ref:shop') {
  const { data, errors } = await tenant.ask(
    `query ($workspace: ID!, $id: ID!) { import(workspace: $workspace, id: $id) { ${fields} } }`,
    { workspace, id },
  );
  expect(errors).toEqual([]);
  return data.import;
}

/** The rejected rows: line, code and errors. */
export async function faultsOf(tenant: Tenant, id: string): Promise<readonly (readonly unknown[])[]> {
  const { data, errors } = await tenant.ask(
    `query ($id: ID!) { importFaults(workspace: "ref:shop", id: $id, first: 100) { nodes { line code errors } } }`,
    { id },
  );
  expect(errors).toEqual([]);
  return data.importFaults.nodes.map(({ line, code, errors: fault }: Record<string, unknown>) => [line, code, fault]);
}

/** Imports a whole file; gives the import after its last turn. */
export async function importFile(world: World, tenant: Tenant, file: ImportFile) {
  const id = await uploadFile(tenant, file);
  const started = await act(tenant, 'importStart', id, file.workspace);
  expect(started.errors).toEqual([]);
  expect(started.data.importStart.import.state).toBe('running');
  for (let turns = 0; turns < 100; turns += 1) {
    await importTurn(world.app, { platformId: tenant.platformId, id }, () => false);
    const found = await readImport(tenant, id, file.workspace);
    if (found.state !== 'running') return found;
  }
  throw new Error('The import does not end');
}
