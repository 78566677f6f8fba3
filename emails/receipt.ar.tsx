import { StarterPreview } from './starter-preview.tsx';
import receipt from './starters/receipt.json' with { type: 'json' };

export default function ArabicReceipt() {
  return <StarterPreview starter={receipt} locale="ar" />;
}
