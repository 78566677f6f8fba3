import { StarterPreview } from './starter-preview.tsx';
import passwordReset from './starters/password-reset.json' with { type: 'json' };

export default function GermanPasswordReset() {
  return <StarterPreview starter={passwordReset} locale="de" />;
}
