import { StarterPreview } from './starter-preview.tsx';
import invitation from './starters/invitation.json' with { type: 'json' };

export default function Invitation() {
  return <StarterPreview starter={invitation} locale="en" />;
}
