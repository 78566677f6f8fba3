import { StarterPreview } from './starter-preview.tsx';
import invitation from './starters/invitation.json' with { type: 'json' };

export default function ArabicInvitation() {
  return <StarterPreview starter={invitation} locale="ar" />;
}
