import invitation from '../invitation.json' with { type: 'json' };
import { StarterPreview } from '../starter-preview.tsx';

export default function Invitation() {
  return <StarterPreview starter={invitation} locale="en" />;
}
