import { StarterPreview } from './starter-preview.tsx';
import passwordReset from './starters/password-reset.json' with { type: 'json' };

export default function PasswordReset() {
  return <StarterPreview starter={passwordReset} locale="en" />;
}
