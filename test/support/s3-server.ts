/** A server that speaks S3, by others, in a folder of its own: it checks the signature of each request. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

export interface S3Server {
  /** Of the one bucket. */
  readonly url: string;
  /** The variables with which the service keeps pictures there. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'tidings-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'shelf' }],
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}/shelf`;
  let closing: Promise<void> | null = null;
  const end = async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return {
    url,
    env: { PICTURE_STORE_URL: url, PICTURE_STORE_KEY_ID: 'S3RVER', PICTURE_STORE_SECRET_KEY: 'S3RVER' },
    // Once, whoever asks: a test of an outage ends it before its hook does.
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}
