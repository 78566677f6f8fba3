/** The check of a draft against real payloads: fallbacks, sizes and warnings. */
import type { ReactNode } from 'react';
import { type TemplateSaveInput, TemplateTrialDocument } from '../api/operations.ts';
import { useAsk } from '../api/use-ask.ts';
import { ShowDialog } from '../parts/dialog.tsx';
import { Answer } from '../parts/states.tsx';
import { words } from '../words.ts';

const text = words.template;
const kibibyte = 1_024;

interface TrialDialogProps {
  readonly eventType: string;
  readonly draft: TemplateSaveInput;
  readonly onClose: () => void;
}

export function TrialDialog({ eventType, draft, onClose }: TrialDialogProps): ReactNode {
  const reading = useAsk(TemplateTrialDocument, { eventType, draft });
  return (
    <ShowDialog open onClose={onClose} title={text.checkTitle}>
      <Answer reading={reading}>
        {({ templateCheck }) =>
          templateCheck && (
            <>
              <p>{text.checkIntro(templateCheck.payloads)}</p>
              <div className="table-box">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{text.language}</th>
                      <th scope="col">{text.htmlSize}</th>
                      <th scope="col">{text.fallingBack}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {templateCheck.locales.map(({ locale, htmlBytes, fallingBack, tags }) => (
                      <tr key={locale}>
                        <td>{locale}</td>
                        <td>{Math.round(htmlBytes / kibibyte)} KiB</td>
                        <td title={tags.map(({ tag }) => tag).join(', ')}>{fallingBack}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              {templateCheck.warnings.length === 0 ? (
                <p className="hint">{text.noWarnings}</p>
              ) : (
                <ul className="faults">
                  {templateCheck.warnings.map(({ code, locale, message }) => (
                    <li key={`${code} ${locale}`}>
                      <code>{locale}</code> {message}
                    </li>
                  ))}
                </ul>
              )}
            </>
          )
        }
      </Answer>
    </ShowDialog>
  );
}
