/** One event type: the fields of its payload, and the way to its template. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ChartColumn, LayoutTemplate, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Fault } from '../api/fault.ts';
import {
  EventTypeDeleteDocument,
  EventTypeDocument,
  type EventTypeQuery,
  type FieldFactsFragment,
} from '../api/operations.ts';
import { useAsk } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { useOpen, useTold } from '../parts/dialogs/act-dialog.ts';
import { Confirm } from '../parts/dialogs/dialog.tsx';
import { EventTypeForm } from '../parts/events/event-type-form.tsx';
import { ExampleCard } from '../parts/events/example-card.tsx';
import { FaultView } from '../parts/events/fault-view.tsx';
import { MergeTagTable } from '../parts/events/merge-tag-table.tsx';
import { PayloadSamples } from '../parts/events/payload-samples.tsx';
import { fieldInput } from '../parts/events/shapes/field-input.ts';
import { Card, Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/shell/event-types/$name');
const text = words.eventTypes;

interface Field extends FieldFactsFragment {
  readonly fields?: readonly Field[] | null;
}

export function EventTypePage(): ReactNode {
  const { name } = route.useParams();
  const reading = useAsk(EventTypeDocument, { name });
  return (
    <Answer reading={reading} lines={8}>
      {({ eventType }) =>
        eventType ? (
          <Shown eventType={eventType} />
        ) : (
          <FaultView fault={new Fault({ code: 'not_found', message: '' })} />
        )
      }
    </Answer>
  );
}

type Facts = NonNullable<EventTypeQuery['eventType']>;

function Shown({ eventType }: { readonly eventType: Facts }): ReactNode {
  const { id, name, fields, contentDays, topic, mergeTags, etag } = eventType;
  const examples = eventType.examples ?? [];
  const inputs = fields.map(fieldInput);
  const { allowWide } = useScopes();
  const navigate = useNavigate();
  const { show } = route.useSearch();
  const editing = useOpen();
  const deleting = useOpen();
  const remove = useTold(EventTypeDeleteDocument, {
    done: text.deleted,
    after: () => void navigate({ to: '/event-types' }),
  });
  return (
    <Page
      title={name}
      recent={null}
      above={<Link to="/event-types">{text.title}</Link>}
      actions={
        <>
          {allowWide('manage') && (
            <>
              <Button kind="quiet" icon={Trash2} onClick={deleting.show}>
                {words.common.delete}
              </Button>
              <Button icon={Pencil} onClick={editing.show}>
                {text.edit}
              </Button>
            </>
          )}
          {allowWide('read') && (
            <Link className="button" to="/figures" search={{ eventType: id }}>
              <ChartColumn size={15} aria-hidden />
              {words.figures.title}
            </Link>
          )}
          <Link className="button primary" to="/templates/$eventType" params={{ eventType: name }}>
            <LayoutTemplate size={15} aria-hidden />
            {text.template}
          </Link>
        </>
      }
    >
      <Card title={text.fields} flush>
        {fields.length === 0 ? (
          <p className="hint padded">{text.noFields}</p>
        ) : (
          <div className="table-box stacked">
            <table>
              <thead>
                <tr>
                  <th scope="col">{text.field}</th>
                  <th scope="col">{text.type}</th>
                  <th scope="col">{text.required}</th>
                  <th scope="col">{text.fallback}</th>
                </tr>
              </thead>
              <tbody>
                <FieldRows fields={fields} path="" />
              </tbody>
            </table>
          </div>
        )}
      </Card>
      {contentDays !== null && (
        <Card title={text.contentDays}>
          <p>{text.keeps(contentDays)}</p>
        </Card>
      )}
      {topic !== null && (
        <Card title={text.topic} hint={text.topicHint}>
          <p>
            <code>{topic}</code>
          </p>
        </Card>
      )}
      <ExampleCard of={{ name, fields: inputs, etag }} examples={examples} />
      <PayloadSamples
        eventType={name}
        fields={fields}
        example={examples.find(({ fits }) => fits)?.payload as Readonly<Record<string, unknown>> | undefined}
        shown={show}
      />
      <MergeTagTable tags={mergeTags} />
      {editing.open && <EventTypeForm saved={{ name, fields: inputs, contentDays, topic }} onClose={editing.hide} />}
      <Confirm
        open={deleting.open}
        onClose={deleting.hide}
        title={text.deleteTitle(name)}
        hint={text.deleteHint}
        action={words.common.delete}
        typed={name}
        busy={remove.busy}
        fault={remove.fault}
        onConfirm={() => remove.run({ name })}
      />
    </Page>
  );
}

function FieldRows({ fields, path }: { readonly fields: readonly Field[]; readonly path: string }): ReactNode {
  return fields.map((field) => <FieldRow key={field.name} field={field} path={path} />);
}

function FieldRow({ field, path }: { readonly field: Field; readonly path: string }): ReactNode {
  const { name, type, required, fallback, items, fields } = field;
  const whole = `${path}${name}`;
  return (
    <>
      <tr>
        <td>
          {path && <span className="hint">{path}</span>}
          <code>{name}</code>
        </td>
        <td data-label={text.type}>{type === 'list' ? text.listOf(items?.type ?? 'object') : type}</td>
        <td data-label={text.required}>{required ? words.common.yes : words.common.no}</td>
        <td data-label={text.fallback}>{fallback}</td>
      </tr>
      {fields && <FieldRows fields={fields} path={`${whole}${type === 'list' ? '[]' : ''}.`} />}
    </>
  );
}
