/** Whether what people answer comes to the service. */
import type { ReactNode } from 'react';
import { type DomainRecordsFragment, DomainSaveDocument } from '../api/operations.ts';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import { useTold } from './dialogs/act-dialog.ts';
import { FaultNote } from './events/fault-view.tsx';

const text = words.domain;

export function TakeReplies({
  domain: { domain, replyDomain },
}: {
  readonly domain: DomainRecordsFragment;
}): ReactNode {
  const replies = replyDomain === null;
  const act = useTold(DomainSaveDocument, { done: replies ? text.repliesTaken : text.repliesLeft });
  return (
    <>
      <Button busy={act.busy} onClick={() => act.run({ input: { domain, replies } })}>
        {replies ? text.takeReplies : text.leaveReplies}
      </Button>
      {act.fault && <FaultNote fault={act.fault} />}
    </>
  );
}
