/**
 * One service for all of test/rest: a process of its own on a database of its own, in the one PostgreSQL that
 * test/support/global-setup.ts starts and all projects share (listed before this file in vitest.config.ts).
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openClient } from '../../support/open-client.ts';
import { type ServedAt, startServiceProcess } from './service-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly restService: ServedAt;
    /** Records the responses of the OpenAPI file that the tests reached (vitest.config.ts). */
    readonly reachedFile: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, serviceDatabase, reachedFile } = project.getProvidedContext();
  const name = `rest_${randomBytes(8).toString('hex')}`;
  const client = await openClient(postgresUrl);
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${serviceDatabase}`);
  await client.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  const { stop, ...served } = await startServiceProcess(url.href);
  project.provide('restService', served);
  return async () => {
    await stop();
    await rm(reachedFile, { force: true });
  };
}
