/** Saves, publishes and deletes: what each of them sends, and what may stand in its way. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { type Fault, faultOf } from '../../api/fault.ts';
import {
  type DraftContentFragment,
  type TemplateContentFragment,
  TemplateDocument,
  TemplateDraftCreateDocument,
  TemplateDraftDeleteDocument,
  TemplateDraftDocument,
  TemplateDraftPublishDocument,
  TemplateDraftSaveDocument,
  TemplateSaveDocument,
  type TemplateSaveInput,
} from '../../api/operations.ts';
import { usePlatform } from '../../api/use-ask.ts';
import { useToast } from '../../parts/dialogs/toasts.tsx';
import { words } from '../../words.ts';

const text = words.drafts;

/** What is sent again, with another answer to the question that stood in its way. */
export interface SaveRequest {
  readonly how: 'version' | 'draft' | 'publish';
  readonly note?: string | null;
  readonly acceptOutdated?: boolean;
  /** The version that the author has seen; that of the draft by default. */
  readonly baseVersion?: number | null;
  /** Whether a newer revision of the stored draft is replaced. */
  readonly overRevision?: boolean;
}

export type Problem =
  | { readonly kind: 'newer'; readonly request: SaveRequest; readonly theirs: TemplateContentFragment }
  | { readonly kind: 'revision'; readonly request: SaveRequest; readonly theirs: DraftContentFragment }
  | { readonly kind: 'outdated'; readonly request: SaveRequest; readonly texts: readonly string[] }
  | { readonly kind: 'fault'; readonly request: SaveRequest | null; readonly fault: Fault };

interface SavingProps {
  readonly eventType: string;
  /** The number of the version that the edit began from; null: none was saved. */
  readonly baseVersion: number | null;
  readonly stored: DraftContentFragment | null;
  readonly input: TemplateSaveInput | null;
  /** Called with the draft that the page shows next; null: the live version. */
  readonly onSaved: (draft: string | null) => void;
}

export function useSaving({ eventType, baseVersion: base, stored, input, onSaved }: SavingProps) {
  const platform = usePlatform();
  const client = useQueryClient();
  const toast = useToast();
  const [problem, setProblem] = useState<Problem | null>(null);
  // The number of the last save that this page made or saw.
  const [revision, setRevision] = useState(stored?.revision ?? null);
  const to = { platform };
  const act = useMutation({ mutationFn: (run: () => Promise<void>) => run() });
  const start = (request: SaveRequest | null, run: () => Promise<void>) => {
    setProblem(null);
    act.mutate(run, {
      onSuccess: () => void client.invalidateQueries(),
      onError: (error) => void problemOf(request, faultOf(error)).then(setProblem),
    });
  };

  const problemOf = async (request: SaveRequest | null, fault: Fault): Promise<Problem> => {
    const plain: Problem = { kind: 'fault', request, fault };
    if (request === null) return plain;
    if (fault.code === 'translations_outdated')
      return { kind: 'outdated', request, texts: Object.keys(fault.errors).map(withinTranslations) };
    if (fault.code !== 'version_conflict') return plain;
    // The dialogs need what the other side saved; without it the fault itself is shown.
    try {
      if (stored && Object.keys(fault.errors).some((path) => path.endsWith('revision'))) {
        const { templateDraft: theirs } = await ask(TemplateDraftDocument, { id: stored.id }, to);
        return theirs ? { kind: 'revision', request, theirs } : plain;
      }
      const { template: theirs } = await ask(TemplateDocument, { eventType }, to);
      return theirs ? { kind: 'newer', request, theirs } : plain;
    } catch {
      return plain;
    }
  };

  const saveVersion = async (content: TemplateSaveInput, request: SaveRequest) => {
    const { note = null, acceptOutdated = false, baseVersion = base } = request;
    const { templateSave } = await ask(
      TemplateSaveDocument,
      { eventType, note, input: { ...content, baseVersion, acceptOutdated } },
      to,
    );
    const version = templateSave?.templateVersion?.version ?? 0;
    toast(version === baseVersion ? text.unchanged : text.live(version));
    onSaved(null);
  };

  const saveStored = async (id: string, content: TemplateSaveInput, request: SaveRequest): Promise<number | null> => {
    const { templateDraftSave } = await ask(
      TemplateDraftSaveDocument,
      {
        id,
        input: {
          content,
          ...(request.overRevision ? {} : { revision }),
          ...(request.baseVersion === undefined ? {} : { baseVersion: request.baseVersion }),
        },
      },
      to,
    );
    const saved = templateDraftSave?.templateDraft?.revision ?? null;
    setRevision(saved);
    return saved;
  };

  const publish = async (id: string, content: TemplateSaveInput, request: SaveRequest) => {
    const { note = null, acceptOutdated = false } = request;
    const reviewed = await saveStored(id, content, request);
    const input = { note, acceptOutdated, revision: reviewed };
    const { templateDraftPublish } = await ask(TemplateDraftPublishDocument, { id, input }, to);
    toast(text.live(templateDraftPublish?.templateVersion?.version ?? 0));
    onSaved(null);
  };

  return {
    problem,
    busy: act.isPending,
    forget: () => setProblem(null),
    save: (request: SaveRequest) => {
      if (input === null) return;
      start(request, async () => {
        if (stored === null) return saveVersion(input, request);
        if (request.how === 'publish') return publish(stored.id, input, request);
        await saveStored(stored.id, input, request);
        toast(text.saved);
        onSaved(stored.id);
      });
    },
    /** Stores the edit under a name, beside what is live. */
    storeAs: (name: string) => {
      if (input === null) return;
      start(null, async () => {
        const { templateDraftCreate } = await ask(
          TemplateDraftCreateDocument,
          { eventType, input: { name, content: input, baseVersion: base } },
          to,
        );
        toast(text.created(name));
        onSaved(templateDraftCreate?.templateDraft?.id ?? null);
      });
    },
    rename: (name: string) => {
      if (stored === null) return;
      start(null, async () => {
        await ask(TemplateDraftSaveDocument, { id: stored.id, input: { name } }, to);
        onSaved(stored.id);
      });
    },
    throwAway: () => {
      if (stored === null) return;
      start(null, async () => {
        await ask(TemplateDraftDeleteDocument, { id: stored.id }, to);
        toast(text.thrownAway(stored.name));
        onSaved(null);
      });
    },
  };
}

/** `draft.translations.de.title.text` as `de.title.text`. */
function withinTranslations(path: string): string {
  return path.slice(path.indexOf('translations.') + 'translations.'.length);
}

export type Saving = ReturnType<typeof useSaving>;
