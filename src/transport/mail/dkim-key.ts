/** A new DKIM key, RSA-2048 (docs/rules.md#dkim-signature). */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const modulusBits = 2_048;

export interface NewDkimKey {
  /** PKCS #8. */
  readonly privateKeyPem: string;
  /** Base64 of the SubjectPublicKeyInfo, the form of the record's `p=`. */
  readonly publicKey: string;
}

export async function generateDkimKey(): Promise<NewDkimKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits });
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
