/** The template of one event type: the live version, or a draft that is named in the address bar. */
import '../styles/workbench.css';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { TemplateDocument, TemplateDraftDocument } from '../api/operations.ts';
import { useAsk } from '../api/use-ask.ts';
import { FaultView } from '../parts/events/fault-view.tsx';
import { Skeleton } from '../parts/states.tsx';
import { parts, Workbench } from '../workbench/workbench.tsx';

const route = getRouteApi('/shell/templates/$eventType');

export function TemplatePage(): ReactNode {
  const { eventType } = route.useParams();
  const { part, as, draft, version, with: other, test } = route.useSearch();
  const client = useQueryClient();
  const navigate = useNavigate();
  // Another round makes the workbench anew, with what is saved.
  const [round, setRound] = useState(0);
  const { data, fault, retry } = useAsk(TemplateDocument, { eventType });
  const stored = useAsk(TemplateDraftDocument, { id: draft ?? '' }, { enabled: draft !== undefined });
  const reload = async (id: string | null) => {
    await navigate({ to: '.', search: (now: object) => ({ ...now, draft: id ?? undefined }), replace: true });
    await client.refetchQueries({ queryKey: ['ask'], type: 'active' });
    setRound((now) => now + 1);
  };
  // An event type without a template is not found as well: its first version is written here.
  const isNew = fault?.code === 'not_found';
  if (fault && !isNew && data === undefined) return <FaultView fault={fault} retry={retry} />;
  if (draft && stored.fault && stored.data === undefined)
    return <FaultView fault={stored.fault} retry={stored.retry} />;
  if ((data === undefined && !isNew) || (draft && stored.data === undefined)) return <Skeleton lines={8} />;
  const compared = numberOf(version);
  return (
    <Workbench
      key={`${eventType} ${draft ?? ''} ${round}`}
      eventType={eventType}
      live={data?.template ?? null}
      stored={(draft && stored.data?.templateDraft) || null}
      part={parts.find((each) => each === part) ?? 'content'}
      editedAs={as === 'json' ? 'json' : 'form'}
      isTesting={test === 'yes'}
      onTested={() => void navigate({ to: '.', search: (now: object) => ({ ...now, test: undefined }), replace: true })}
      compared={compared === null ? null : { from: numberOf(other) ?? compared - 1, to: compared }}
      onReload={(id) => void reload(id)}
    />
  );
}

/** The number of a version in the address bar. */
function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
