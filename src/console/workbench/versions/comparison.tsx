/** Two versions beside each other in words: one, and the one that it is compared with. */
import { Link, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { TemplateDiffDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { Card } from '../../parts/page.tsx';
import { Answer } from '../../parts/states.tsx';
import { words } from '../../words.ts';
import { Changes } from './changes.tsx';

const text = words.versions;

interface ComparisonProps {
  readonly eventType: string;
  readonly from: number;
  readonly to: number;
  /** The newest version. */
  readonly current: number;
}

export function Comparison({ eventType, from, to, current }: ComparisonProps): ReactNode {
  const reading = useAsk(TemplateDiffDocument, { eventType, from, to });
  const navigate = useNavigate();
  const others = Array.from({ length: current }, (_, index) => current - index).filter((version) => version !== to);
  return (
    <Card
      title={text.changesOf(to)}
      actions={
        <span className="comparison-actions">
          <label className="filter" data-set>
            <span>{text.since}</span>
            <select
              value={from}
              onChange={({ target }) =>
                void navigate({ to: '.', search: (now: object) => ({ ...now, with: target.value }), replace: true })
              }
            >
              {others.map((version) => (
                <option key={version} value={version}>
                  {text.version(version)}
                </option>
              ))}
            </select>
          </label>
          <Link
            className="button quiet icon"
            to="."
            search={(now) => ({ ...now, version: undefined, with: undefined })}
            aria-label={text.closeComparison}
          >
            <X size={15} aria-hidden />
          </Link>
        </span>
      }
    >
      <Answer reading={reading}>{({ templateDiff }) => templateDiff && <Changes {...templateDiff} />}</Answer>
    </Card>
  );
}
