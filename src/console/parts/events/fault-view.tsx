/** A request that failed: what happened, what helps, and the request id to copy. */
import { CircleAlert, CloudOff, Hourglass, Lock, RotateCw, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Fault } from '../../api/fault.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy.tsx';

const faults = words.faults;

function viewOf({ code, message, retryAfter }: Fault) {
  switch (code) {
    case 'offline':
      return offlineView(navigator.onLine);
    case 'forbidden':
      return { icon: Lock, title: faults.refusedTitle, hint: faults.refusedHint };
    case 'not_found':
      return { icon: SearchX, title: faults.missingTitle, hint: faults.missingHint };
    case 'rate_limited':
      return { icon: Hourglass, title: faults.tooMuchTitle, hint: faults.tooMuchHint(retryAfter ?? 1) };
    case 'unavailable':
      return { icon: Hourglass, title: faults.notReadyTitle, hint: faults.tooMuchHint(retryAfter ?? 1) };
    default:
      return { icon: CircleAlert, title: faults.title, hint: message };
  }
}

/** Without a network the reader is offline; else it is the service, or the way to it. */
function offlineView(isOnline: boolean) {
  const said = isOnline ? `${faults.offline} ` : '';
  return { icon: CloudOff, title: faults.offlineTitle(isOnline), hint: `${said}${faults.offlineHint}` };
}

export function FaultView({ fault, retry }: { readonly fault: Fault; readonly retry?: () => void }): ReactNode {
  const { icon: Icon, title, hint } = viewOf(fault);
  return (
    <div className="state" data-tone="bad" role="alert">
      <span className="state-icon">
        <Icon size={20} aria-hidden />
      </span>
      <p className="state-title">{title}</p>
      <p className="state-hint">{hint}</p>
      <FaultId fault={fault} />
      {retry && (
        <Button icon={RotateCw} onClick={retry}>
          {faults.retry}
        </Button>
      )}
    </div>
  );
}

/** The id under which the service's log has the request. */
export function FaultId({ fault: { code, requestId } }: { readonly fault: Fault }): ReactNode {
  return (
    <p className="fault-id">
      <code>{code}</code>
      {requestId !== null && (
        <span>
          {faults.requestId} <code>{requestId}</code>
          <CopyButton text={requestId} what={faults.requestId} />
        </span>
      )}
    </p>
  );
}

/** A fault above a form. */
export function FaultNote({ fault }: { readonly fault: Fault }): ReactNode {
  return (
    <div className="note" data-tone="bad" role="alert">
      <CircleAlert size={16} aria-hidden />
      <div>
        <p>{fault.code === 'offline' ? faults.offline : fault.message}</p>
        <FaultId fault={fault} />
      </div>
    </div>
  );
}
