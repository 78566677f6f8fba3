import { StarterPreview } from './starter-preview.tsx';
import shipping from './starters/shipping.json' with { type: 'json' };

export default function Shipping() {
  return <StarterPreview starter={shipping} locale="en" />;
}
