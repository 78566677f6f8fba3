/** A new DKIM key (decisions, section 4: RSA-2048). */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const modulusBits = 2_048;

export interface NewDkimKey {
  /** PKCS #8. */
  readonly privateKeyPem: string;
  /** Base64 of the SubjectPublicKeyInfo, as the record's `p=` takes it. */
  readonly publicKey: string;
}

export async function generateDkimKey(): Promise<NewDkimKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits });
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
