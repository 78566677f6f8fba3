import { StarterPreview } from './starter-preview.tsx';
import shipping from './starters/shipping.json' with { type: 'json' };

export default function ArabicShipping() {
  return <StarterPreview starter={shipping} locale="ar" />;
}
