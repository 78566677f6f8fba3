/** The consent of a contact, latest first: who recorded it, with which key, when it was decided and when it was recorded. */
import type { ReactNode } from 'react';
import { ConsentLedgerDocument, type ConsentLedgerQuery } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { FaultView } from '../events/fault-view.tsx';
import { useKeyNames } from '../platforms/use-key-names.ts';
import { Skeleton } from '../states.tsx';
import { contactTones } from '../tones.ts';
import { At } from '../when.tsx';

const text = words.person;

type Change = NonNullable<NonNullable<ConsentLedgerQuery['contact']>['consentChanges']>['nodes'][number];

interface ConsentLedgerProps {
  readonly workspace: string;
  readonly contact: string;
}

export function ConsentLedger({ workspace, contact }: ConsentLedgerProps): ReactNode {
  const keyName = useKeyNames();
  const { rows, fault, hasMore, isFetchingMore, more, retry } = useList(
    ConsentLedgerDocument,
    { workspace, contact },
    ({ contact: found }) => found?.consentChanges,
  );
  if (!rows) return fault ? <FaultView fault={fault} retry={retry} /> : <Skeleton lines={2} />;
  if (rows.length === 0) return <p className="hint">{text.noConsent}</p>;
  return (
    <>
      <ol className="timeline">
        {rows.map((change) => (
          <li key={change.id} data-tone={contactTones[change.state]}>
            <p className="timeline-title">
              <span>{words.contactStatuses[change.state]}</span>
              <At at={change.at} />
            </p>
            <p className="hint">{factsOf(change, keyName).join(' · ')}</p>
            {change.createdAt !== change.at && (
              <p className="hint">
                {`${text.recorded} `}
                <At at={change.createdAt} />
              </p>
            )}
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button busy={isFetchingMore} onClick={more}>
          {text.moreConsent}
        </Button>
      )}
    </>
  );
}

function factsOf(
  { topic, source, apiKeyId, replacedState, undoneAt }: Change,
  keyName: (id: string) => string,
): string[] {
  return [
    topic ? text.ofTopic(topic) : '',
    words.consentSources[source],
    apiKeyId ? text.key(keyName(apiKeyId)) : '',
    text.before(words.contactStatuses[replacedState]),
    undoneAt ? text.undone : '',
  ].filter((fact) => fact !== '');
}
