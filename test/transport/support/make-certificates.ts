/** Certificates for tests: an authority of its own, and what it signs. */
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 86_400_000;

export interface Authority {
  readonly ca: string;
  /** PEM pair for `host`, valid from a day ago to `daysLeft` from now. */
  issue(host: string, daysLeft?: number): Promise<{ readonly cert: string; readonly key: string }>;
}

export async function createAuthority(): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const now = Date.now();
  const root: X509Certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test authority',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(now - 10 * dayMs),
    notAfter: new Date(now + 10 * dayMs),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    ca: root.toString('pem'),
    async issue(host, daysLeft = 5) {
      const own = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const leaf = await X509CertificateGenerator.create({
        subject: `CN=${host}`,
        issuer: root.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        notBefore: new Date(now - 9 * dayMs),
        notAfter: new Date(now + daysLeft * dayMs),
        extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
      });
      const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64');
      return {
        cert: leaf.toString('pem'),
        key: `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
      };
    },
  };
}
