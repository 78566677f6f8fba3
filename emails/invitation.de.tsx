import { StarterPreview } from './starter-preview.tsx';
import invitation from './starters/invitation.json' with { type: 'json' };

export default function GermanInvitation() {
  return <StarterPreview starter={invitation} locale="de" />;
}
