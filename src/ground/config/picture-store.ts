import type { Variables } from './config-variables.ts';

/** A bucket that speaks S3, or a folder in one, and a key that may read, write and delete there. */
export interface StorePlace {
  /** Without a trailing slash, such as `https://s3.example.com/pictures`. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secretKey: string;
}

/** Where the bytes of pictures are kept; null: in the database (docs/rules.md#picture-store). */
export function pictureStoreOf(values: Variables): StorePlace | null {
  const { PICTURE_STORE_URL: url, PICTURE_STORE_KEY_ID: keyId, PICTURE_STORE_SECRET_KEY: secretKey } = values;
  if (url === undefined || keyId === undefined || secretKey === undefined) return null;
  return { url: url.replace(/(?<!\/)\/+$/, ''), region: values.PICTURE_STORE_REGION, keyId, secretKey };
}

/** The three go together: a store without a key would refuse every picture. */
export function* pictureStoreFaults(values: Variables): Generator<string> {
  const { PICTURE_STORE_URL: url, PICTURE_STORE_KEY_ID: keyId, PICTURE_STORE_SECRET_KEY: secretKey } = values;
  if (url !== undefined) {
    if (keyId === undefined) yield 'PICTURE_STORE_KEY_ID: is required with PICTURE_STORE_URL';
    if (secretKey === undefined) yield 'PICTURE_STORE_SECRET_KEY: is required with PICTURE_STORE_URL';
    // In the text: of an address with an empty query or fragment, `search` and `hash` are empty too.
    if (/[?#@]/.test(url)) {
      yield 'PICTURE_STORE_URL: must be an address alone, such as https://s3.example.com/bucket';
    }
    return;
  }
  if (keyId !== undefined) yield 'PICTURE_STORE_KEY_ID: only with PICTURE_STORE_URL';
  if (secretKey !== undefined) yield 'PICTURE_STORE_SECRET_KEY: only with PICTURE_STORE_URL';
}
