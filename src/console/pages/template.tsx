/** The template of one event type. */
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { TemplateDocument } from '../api/operations.ts';
import { useAsk } from '../api/use-ask.ts';
import { FaultView } from '../parts/fault-view.tsx';
import { Skeleton } from '../parts/states.tsx';
import { parts, Workbench } from '../workbench/workbench.tsx';

const route = getRouteApi('/shell/templates/$eventType');

export function TemplatePage(): ReactNode {
  const { eventType } = route.useParams();
  const { part } = route.useSearch();
  const client = useQueryClient();
  // Another round makes the workbench anew, with a draft of what is live.
  const [round, setRound] = useState(0);
  const { data, fault, retry } = useAsk(TemplateDocument, { eventType });
  const reload = () =>
    void client.refetchQueries({ queryKey: ['ask'], type: 'active' }).then(() => setRound((now) => now + 1));
  // An event type without a template is not found as well: its first version is written here.
  const isNew = fault?.code === 'not_found';
  if (fault && !isNew && data === undefined) return <FaultView fault={fault} retry={retry} />;
  if (data === undefined && !isNew) return <Skeleton lines={8} />;
  return (
    <Workbench
      key={`${eventType} ${round}`}
      eventType={eventType}
      saved={data?.template ?? null}
      part={parts.find((each) => each === part) ?? 'content'}
      onReload={reload}
    />
  );
}
