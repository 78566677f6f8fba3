import shipping from '../shipping.json' with { type: 'json' };
import { StarterPreview } from '../starter-preview.tsx';

export default function ArabicShipping() {
  return <StarterPreview starter={shipping} locale="ar" />;
}
