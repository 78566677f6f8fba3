import invitation from '../invitation.json' with { type: 'json' };
import { StarterPreview } from '../starter-preview.tsx';

export default function GermanInvitation() {
  return <StarterPreview starter={invitation} locale="de" />;
}
