import passwordReset from '../password-reset.json' with { type: 'json' };
import { StarterPreview } from '../starter-preview.tsx';

export default function PasswordReset() {
  return <StarterPreview starter={passwordReset} locale="en" />;
}
