import invitation from '../invitation.json' with { type: 'json' };
import { StarterPreview } from '../starter-preview.tsx';

export default function ArabicInvitation() {
  return <StarterPreview starter={invitation} locale="ar" />;
}
