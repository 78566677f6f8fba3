import passwordReset from '../password-reset.json' with { type: 'json' };
import { StarterPreview } from '../starter-preview.tsx';

export default function GermanPasswordReset() {
  return <StarterPreview starter={passwordReset} locale="de" />;
}
