/**
 * Objects in a store that speaks S3: put, read and removed, each by one signed request (docs/rules.md#picture-store). A
 * request ends after ten seconds, follows no redirect, and reads no more than it was told to.
 */
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { StorePlace } from '../../ground/config/picture-store.ts';

/** The store does not answer, or refuses. Its message has neither the address, the name of an object nor a key. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';

  constructor(
    message: string,
    /** Whether the store did not answer at all: what is asked of it next will do no better. */
    readonly isSilence: boolean,
  ) {
    super(message);
  }
}

/** Each rejects with a `StoreFault`, or with the reason of `signal` where that ended it. */
export interface ObjectStore {
  /** An object of that name is replaced. */
  put(name: string, content: Uint8Array<ArrayBuffer>, mediaType: string, signal?: AbortSignal): Promise<void>;
  /** Null: the store has no such object. */
  read(name: string, bytesMax: number, signal?: AbortSignal): Promise<Buffer | null>;
  /** An object that is not there counts as removed. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
}

/** For a request with its answer; milliseconds. */
const patience = 10_000;
/** Ends a request that takes longer. */
const untilImpatient = (): AbortSignal => AbortSignal.timeout(patience);
/** Bytes of an answer that says what is wrong, of which the rest is not read. */
const faultBytesMax = 4_096;

interface Asked {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly name: string;
  readonly content?: Uint8Array<ArrayBuffer>;
  readonly mediaType?: string;
  readonly signal: AbortSignal | undefined;
}

/** Names of objects are digits, letters, `/`, `-` and `.`: none needs an escape. `limit` begins with each request. */
export function createObjectStore(
  place: StorePlace,
  now: () => Date,
  limit: () => AbortSignal = untilImpatient,
): ObjectStore {
  async function ask<Result>(asked: Asked, take: (response: Response) => Promise<Result>): Promise<Result> {
    const { signal: end } = asked;
    try {
      const request = await sign(place, asked, now());
      const signal = end ? AbortSignal.any([limit(), end]) : limit();
      return await take(await fetch(request, { redirect: 'manual', signal }));
    } catch (error) {
      end?.throwIfAborted();
      if (error instanceof StoreFault) throw error;
      throw new StoreFault(`the store of pictures cannot be reached: ${reasonOf(error)}`, true);
    }
  }

  return {
    put: (name, content, mediaType, signal) =>
      ask({ method: 'PUT', name, content, mediaType, signal }, async (response) => {
        if (!response.ok) throw await faultOf(response);
        await response.body?.cancel();
      }),
    read: (name, bytesMax, signal) =>
      ask({ method: 'GET', name, signal }, async (response) => {
        if (response.ok) return readUpTo(response, bytesMax);
        const fault = await faultOf(response);
        if (response.status === 404 && fault.code === 'NoSuchKey') return null;
        throw fault;
      }),
    remove: (name, signal) =>
      ask({ method: 'DELETE', name, signal }, async (response) => {
        if (!response.ok && response.status !== 404) throw await faultOf(response);
        await response.body?.cancel();
      }),
  };
}

async function sign({ url, region, keyId, secretKey }: StorePlace, asked: Asked, at: Date): Promise<Request> {
  const { method, name, content, mediaType } = asked;
  const hash = createHash('sha256')
    .update(content ?? '')
    .digest('hex');
  const headers = { 'x-amz-content-sha256': hash, ...(mediaType ? { 'content-type': mediaType } : {}) };
  const signer = new AwsV4Signer({
    method,
    url: `${url}/${name}`,
    headers,
    ...(content ? { body: content } : {}),
    accessKeyId: keyId,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    datetime: at.toISOString().replace(/[:-]|\.\d{3}/g, ''),
  });
  const signed = await signer.sign();
  return new Request(signed.url, { method, headers: signed.headers, ...(content ? { body: content } : {}) });
}

/** Rejects with a `StoreFault` where there is more. */
async function readUpTo(response: Response, bytesMax: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > bytesMax) throw new StoreFault('the store of pictures sent more bytes than a picture has', false);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

class Refusal extends StoreFault {
  constructor(
    status: number,
    readonly code: string | null,
  ) {
    super(`the store of pictures answered ${status}${code === null ? '' : ` ${code}`}`, false);
  }
}

/** The code is S3's own word, such as `AccessDenied`; what stands around it may name the bucket and the key. */
async function faultOf(response: Response): Promise<Refusal> {
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString('latin1');
    if (text.length >= faultBytesMax) break;
  }
  const [, code = null] = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text) ?? [];
  return new Refusal(response.status, code);
}

/** Node's word for it, such as ECONNREFUSED: the message beside it names the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
