import { StarterPreview } from '../starter-preview.tsx';
import welcome from '../welcome.json' with { type: 'json' };

export default function Welcome() {
  return <StarterPreview starter={welcome} locale="en" />;
}
