/** Signed requests to a store that speaks S3, and to servers that do not keep to it (docs/rules.md#picture-store). */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createObjectStore, StoreFault } from '../../../src/transport/objects/object-store.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { serveLocally } from '../../support/serve-locally.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

const key = { region: 'eu-central-1', keyId: 'S3RVER', secretKey: 'S3RVER' };
const now = () => new Date();
const bytes = (text: string) => new TextEncoder().encode(text);

function faultOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof StoreFault ? error.message : `no fault of the store: ${String(error)}`),
  );
}

describe('a store', () => {
  test('keeps an object, replaces it, and forgets it', async () => {
    const store = createObjectStore({ url: server.url, ...key }, now);
    expect(await store.read('pictures/one', 100)).toBeNull();
    await store.put('pictures/one', bytes('first'), 'image/png');
    expect(String(await store.read('pictures/one', 100))).toBe('first');
    await store.put('pictures/one', bytes('second'), 'image/png');
    expect(String(await store.read('pictures/one', 6))).toBe('second');
    await store.remove('pictures/one');
    expect(await store.read('pictures/one', 100)).toBeNull();
    await store.remove('pictures/one');
  });

  test('may be a folder of a bucket', async () => {
    const folder = createObjectStore({ url: `${server.url}/tidings/eu`, ...key }, now);
    await folder.put('pictures/two', bytes('in a folder'), 'image/png');
    const bucket = createObjectStore({ url: server.url, ...key }, now);
    expect(String(await bucket.read('tidings/eu/pictures/two', 100))).toBe('in a folder');
  });

  test('is read no further than a picture goes', async () => {
    const store = createObjectStore({ url: server.url, ...key }, now);
    await store.put('pictures/large', bytes('x'.repeat(200_000)), 'image/png');
    expect(await faultOf(store.read('pictures/large', 199_999))).toBe(
      'the store of pictures sent more bytes than a picture has',
    );
    expect((await store.read('pictures/large', 200_000))?.length).toBe(200_000);
  });

  test.each([
    ['of another secret', { secretKey: 'another' }, '403 SignatureDoesNotMatch'],
    ['of nobody', { keyId: 'nobody' }, '403 InvalidAccessKeyId'],
  ])('refuses a request %s, in its own word and without a name', async (_name, changed, fault) => {
    const store = createObjectStore({ url: server.url, ...key, ...changed }, now);
    for (const work of [
      () => store.put('pictures/x', bytes('x'), 'image/png'),
      () => store.read('pictures/x', 9),
      () => store.remove('pictures/x'),
    ]) {
      expect(await faultOf(work())).toBe(`the store of pictures answered ${fault}`);
    }
  });

  test('gets the time of the request, which it signs too', async () => {
    let headers: IncomingHttpHeaders = {};
    const { origin, close } = await serveLocally((request, response) => {
      headers = request.headers;
      response.end();
    });
    const at = new Date('2026-03-02T09:00:00.500Z');
    await createObjectStore({ url: `${origin}/shelf`, ...key }, () => at).put('pictures/x', bytes('x'), 'image/png');
    await close();
    expect(headers).toMatchObject({
      'x-amz-date': '20260302T090000Z',
      'content-type': 'image/png',
      'content-length': '1',
      'x-amz-content-sha256': createHash('sha256').update('x').digest('hex'),
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=S3RVER\/20260302\/eu-central-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, /,
      ),
    });
  });

  test('that cannot be asked with what is configured is a fault as any other', async () => {
    const store = createObjectStore({ url: server.url, ...key, keyId: 'key\n日' }, now);
    expect(await faultOf(store.read('pictures/one', 9))).toBe('the store of pictures cannot be reached: TypeError');
  });

  test('without the bucket is a fault, not a missing object', async () => {
    const store = createObjectStore({ url: `${server.url}-that-is-not-there`, ...key }, now);
    expect(await faultOf(store.read('pictures/one', 9))).toBe('the store of pictures answered 404 NoSuchBucket');
    expect(await faultOf(store.put('pictures/one', bytes('x'), 'image/png'))).toBe(
      'the store of pictures answered 404 NoSuchBucket',
    );
  });
});

describe('a server that is no store', () => {
  async function against(listener: RequestListener): Promise<readonly string[]> {
    const { origin, close } = await serveLocally(listener);
    const store = createObjectStore({ url: `${origin}/shelf`, ...key }, now, () => AbortSignal.timeout(2_000));
    try {
      return [
        await faultOf(store.put('pictures/one', bytes('x'), 'image/png')),
        await faultOf(store.read('pictures/one', 9)),
        await faultOf(store.remove('pictures/one')),
      ];
    } finally {
      await close();
    }
  }

  test('leads nowhere else', async () => {
    let elsewhere = 0;
    const other = await serveLocally((_request, response) => {
      elsewhere += 1;
      response.end('x');
    });
    const faults = await against((_request, response) =>
      response.writeHead(307, { Location: `${other.origin}/shelf/pictures/one` }).end(),
    );
    await other.close();
    expect(elsewhere).toBe(0);
    expect(faults).toEqual(Array(3).fill('the store of pictures answered 307'));
  });

  test('is read a little of, whatever it says is wrong', async () => {
    let sent = 0;
    const faults = await against((_request, response) => {
      response.writeHead(500);
      const more = () => {
        while (!response.destroyed && sent < 100_000_000) {
          sent += 65_536;
          if (!response.write('<Code>x'.repeat(9_362))) break;
        }
        if (sent >= 100_000_000) response.end();
      };
      response.on('drain', more);
      more();
    });
    expect(faults).toEqual(Array(3).fill('the store of pictures answered 500'));
    expect(sent).toBeLessThan(100_000_000);
  });

  test('is waited for as long as was said', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const store = createObjectStore({ url: `http://127.0.0.1:${port}/shelf`, ...key }, now, () =>
      AbortSignal.timeout(50),
    );
    expect(await faultOf(store.read('pictures/one', 9))).toBe(
      'the store of pictures cannot be reached: no answer in time',
    );
    // A stop of the process ends it at once, and is no fault of the store.
    const patient = createObjectStore({ url: `http://127.0.0.1:${port}/shelf`, ...key }, now);
    const stop = new AbortController();
    const ended = [
      patient.put('pictures/one', bytes('x'), 'image/png', stop.signal),
      patient.read('pictures/one', 9, stop.signal),
      patient.remove('pictures/one', stop.signal),
    ].map((work) => faultOf(work));
    stop.abort(new Error('it stops'));
    expect(await Promise.all(ended)).toEqual(Array(3).fill('no fault of the store: Error: it stops'));
    silent.close();
  });

  test('that is not there is named by what the system says', async () => {
    const { origin, close } = await serveLocally(() => undefined);
    await close();
    const store = createObjectStore({ url: `${origin}/shelf`, ...key }, now);
    expect(await faultOf(store.read('pictures/one', 9))).toBe('the store of pictures cannot be reached: ECONNREFUSED');
  });
});
