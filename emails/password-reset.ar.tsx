import { StarterPreview } from './starter-preview.tsx';
import passwordReset from './starters/password-reset.json' with { type: 'json' };

export default function ArabicPasswordReset() {
  return <StarterPreview starter={passwordReset} locale="ar" />;
}
