import receipt from '../receipt.json' with { type: 'json' };
import { StarterPreview } from '../starter-preview.tsx';

export default function ArabicReceipt() {
  return <StarterPreview starter={receipt} locale="ar" />;
}
