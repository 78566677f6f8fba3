/** One message beside the list: why, what happened, and the way to its page. */
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { MessageDocument, MessageWhyDocument } from '../../api/operations.ts';
import { liveEvery, useAsk } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Answer } from '../states.tsx';
import { messageTones } from '../tones.ts';
import { When } from '../when.tsx';
import { PageZone } from '../zone.ts';
import { Explanation } from './explanation.tsx';
import { isMessage } from './message-facts.ts';
import { MessageTimeline } from './message-timeline.tsx';

const text = words.messages;

interface MessagePeekProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function MessagePeek({ id, onClose }: MessagePeekProps): ReactNode {
  const people = useScopes().allow('people');
  const reading = useAsk(MessageDocument, { id, people }, { every: 2 * liveEvery, keep: true });
  const why = useAsk(MessageWhyDocument, { id }, { every: 2 * liveEvery, keep: true });
  return (
    <aside className="peek" aria-label={text.peek}>
      <button type="button" className="dialog-close" aria-label={text.closePeek} onClick={onClose}>
        <X size={16} aria-hidden />
      </button>
      <Answer reading={reading} lines={6}>
        {({ node }) =>
          isMessage(node) && (
            <PageZone value={node.workspace?.timezone ?? null}>
              <header>
                <h2>{node.recipient === undefined ? text.hidden : (node.recipient ?? text.erased)}</h2>
                <p className="hint">
                  <Badge tone={messageTones[node.state]}>{words.states[node.state]}</Badge>{' '}
                  <code>{node.eventTypeName}</code>
                  {node.workspace && ` · ${node.workspace.name} · `}
                  <When at={node.createdAt} />
                </p>
              </header>
              <div aria-live="polite">
                <Answer reading={why} lines={2}>
                  {({ messageExplain }) => messageExplain && <Explanation explained={messageExplain} />}
                </Answer>
              </div>
              <MessageTimeline message={node} />
              <Link className="button primary" to="/messages/$message" params={{ message: id }}>
                {text.openPeeked}
              </Link>
            </PageZone>
          )
        }
      </Answer>
    </aside>
  );
}
