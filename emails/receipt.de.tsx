import { StarterPreview } from './starter-preview.tsx';
import receipt from './starters/receipt.json' with { type: 'json' };

export default function GermanReceipt() {
  return <StarterPreview starter={receipt} locale="de" />;
}
