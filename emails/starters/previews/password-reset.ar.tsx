import passwordReset from '../password-reset.json' with { type: 'json' };
import { StarterPreview } from '../starter-preview.tsx';

export default function ArabicPasswordReset() {
  return <StarterPreview starter={passwordReset} locale="ar" />;
}
