/** What a template of an event type may read: each tag is copied by a click. */
import type { ReactNode } from 'react';
import type { EventTypeQuery } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { CopyText } from '../copy.tsx';
import { Card } from '../page.tsx';

const text = words.eventTypes;

type Tag = NonNullable<EventTypeQuery['eventType']>['mergeTags'][number];

export function MergeTagTable({ tags }: { readonly tags: readonly Tag[] }): ReactNode {
  // Lists and objects cannot be written as a text.
  const written = tags.flatMap((tag) => (tag.forms[0] ? [{ ...tag, form: tag.forms[0] }] : []));
  return (
    <Card title={text.mergeTags} hint={text.mergeTagsHint} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the box. */}
      <section className="table-box" aria-label={text.mergeTags} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.tag}</th>
              <th scope="col">{text.sample}</th>
              <th scope="col">{text.fallback}</th>
            </tr>
          </thead>
          <tbody>
            {written.map(({ path, fallback, form }) => (
              <tr key={path}>
                <td>
                  <CopyText text={form.tag} what={text.copyTag} />
                </td>
                <td>{form.text}</td>
                <td>{fallback ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}
