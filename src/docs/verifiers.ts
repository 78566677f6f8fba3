/** By language, the file that verifies webhooks in it; test/docs/verifiers.test.ts runs each of them. */
export const verifiers = {
  TypeScript: 'verify-webhook.ts',
  Python: 'verify_webhook.py',
  PHP: 'verify_webhook.php',
  Ruby: 'verify_webhook.rb',
  Go: 'verify_webhook.go',
} as const;

export type VerifierLanguage = keyof typeof verifiers;
