/** What people, and programs, answered to a mail, and the files that came with it. */
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { MessageRepliesDocument, type MessageRepliesQuery, ReplyFileDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { useTold } from '../dialogs/act-dialog.ts';
import { FaultNote } from '../events/fault-view.tsx';
import { Card } from '../page.tsx';
import { Answer } from '../states.tsx';
import { When } from '../when.tsx';
import type { ShownMessage } from './message-facts.ts';

const text = words.message.replies;

type Reply = NonNullable<MessageRepliesQuery['messageReplies']>['nodes'][number];
type File = Reply['attachments'][number];

/** Nothing for a mail that nobody has answered: its timeline says so before anything is asked. */
export function MessageReplies({ message }: { readonly message: ShownMessage }): ReactNode {
  const count = message.timeline.filter(({ __typename }) => __typename === 'TimelineReplied').length;
  const { id, workspace } = message;
  if (count === 0 || workspace === null) return null;
  // Asked anew for each further one.
  return <Replies key={count} message={id} workspace={workspace.id} />;
}

interface Place {
  readonly message: string;
  readonly workspace: string;
}

function Replies(place: Place): ReactNode {
  const reading = useAsk(MessageRepliesDocument, place);
  return (
    <Card title={text.title}>
      <Answer reading={reading} lines={4}>
        {({ messageReplies }) => (
          <ul className="replies">
            {messageReplies?.nodes.map((reply) => (
              <li key={reply.id}>
                <ShownReply reply={reply} place={place} />
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Card>
  );
}

function ShownReply({ reply, place }: { readonly reply: Reply; readonly place: Place }): ReactNode {
  const { from, automatic, spam, answer, text: whole, attachments, createdAt } = reply;
  return (
    <>
      <p className="timeline-title">
        <strong>{from.name ?? from.address ?? text.nobody}</strong>
        {from.name && from.address && <span className="hint">{from.address}</span>}
        {automatic && <Badge tone="calm">{text.automatic}</Badge>}
        {spam?.isSpam && <Badge tone="bad">{text.spam(spam.score, spam.threshold)}</Badge>}
        <When at={createdAt} />
      </p>
      {!from.isRecipient && from.address && <p className="hint">{text.another}</p>}
      {whole === null ? (
        <p className="hint">{text.gone}</p>
      ) : (
        <>
          <p className="reply">{answer || text.empty}</p>
          {whole !== answer && (
            <details>
              <summary>{text.whole}</summary>
              <p className="reply">{whole}</p>
            </details>
          )}
          {reply.isCut && <p className="hint">{text.cut}</p>}
        </>
      )}
      {attachments.map((file) => (
        <ReplyFile key={file.position} file={file} reply={reply.id} place={place} />
      ))}
    </>
  );
}

interface FileProps {
  readonly file: File;
  readonly reply: string;
  readonly place: Place;
}

function ReplyFile({ file, reply, place }: FileProps): ReactNode {
  const { filename, bytes, position } = file;
  // As a change, for its state and its fault.
  const read = useTold(ReplyFileDocument, {
    changesNothing: true,
    after: ({ messageReplyAttachment: found }) => found && save(filename, found.content),
  });
  return (
    <p>
      <Button kind="quiet" icon={Download} busy={read.busy} onClick={() => read.run({ ...place, reply, position })}>
        {text.file(filename, bytes)}
      </Button>
      {read.fault && <FaultNote fault={read.fault} />}
    </p>
  );
}

/** As a file of no type: a page or a picture of a stranger must not open here. */
function save(filename: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(url);
}
