/** Moves a message that leaves later to another time, given in the reader's zone. */
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MessageRescheduleDocument } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useOpen, useTold } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { TimeField } from '../forms/time-field.tsx';
import { localTime } from '../local-time.ts';

const text = words.message.move;

interface MessageMoveProps {
  readonly workspace: string;
  readonly id: string;
  readonly sendAt: string;
}

export function MessageMove({ workspace, id, sendAt }: MessageMoveProps): ReactNode {
  const asking = useOpen();
  const [time, setTime] = useState('');
  const move = useTold(MessageRescheduleDocument, { done: text.done, after: asking.hide });
  const close = () => {
    asking.hide();
    move.reset();
  };
  return (
    <>
      <Button
        icon={CalendarClock}
        onClick={() => {
          setTime(localTime(Date.parse(sendAt)));
          asking.show();
        }}
      >
        {text.action}
      </Button>
      <FormDialog
        open={asking.open}
        onClose={close}
        title={text.title}
        intro={text.hint}
        submit={text.action}
        busy={move.busy}
        fault={move.fault}
        onSubmit={() => move.run({ workspace, id, sendAt: new Date(time).toISOString() })}
      >
        <TimeField
          label={text.time}
          required
          value={time}
          error={move.fault?.errors.sendAt?.[0] ?? null}
          onChange={({ target }) => setTime(target.value)}
        />
      </FormDialog>
    </>
  );
}
