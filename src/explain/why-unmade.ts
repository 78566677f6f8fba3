/**
 * Why a mail could not be made (docs/rules.md#message-explanation). The error of the attempt may hold values of the
 * payload, so the log alone has it; but the same content fails in the same way, and shows where. The sentence names parts
 * of the template, and no value.
 */
import { type CompositionBlock, faultInSteps, type RenderFault, TemplateTooLarge } from '../../emails/index.ts';
import type { Ctx } from '../context.ts';
import { isUnavailable } from '../db/connections/is-unavailable.ts';
import { giveWayFairly } from '../ground/give-way/give-way-fairly.ts';
import { lostLeasesMax } from '../messages/claims/poison-suspects.ts';
import { type KeptContent, loadContents } from '../messages/render-again.ts';
import { fillingOf } from '../messages/sending/render-content.ts';
import { loadTemplate } from '../templates/compiled-template.ts';
import type { ExplainedMessage } from './explained-message.ts';

const inLog = 'the log of the service has the error under the id of the message';

/** Null where the mail could be made. */
export async function readWhyUnmade(ctx: Ctx, message: ExplainedMessage): Promise<string | null> {
  if (message.reason !== 'render_failed') return null;
  // The same content could end this process as well.
  if (message.lostLeases >= lostLeasesMax) {
    return `${lostLeasesMax} attempts in a row ended together with the process that made them`;
  }
  const [content] = await loadContents(ctx, [message.id]);
  if (content === undefined) return inLog;
  return `made again, ${await saidOf(ctx, content)}`;
}

async function saidOf(ctx: Ctx, content: KeptContent): Promise<string> {
  const { app, platformId } = ctx;
  const version = await versionOf(ctx, content.templateVersionId);
  try {
    const { template, filled, options } = await fillingOf(app, content);
    const fault = await giveWayFairly(platformId, faultInSteps(template, filled, options));
    if (fault === null) return `${version} fits the values, so what failed came after it: ${inLog}`;
    const { content: saved } = await loadTemplate(app, platformId, content.templateVersionId);
    return `${version} ${wordsOf(fault.error)} in the ${fault.part}${placeOf(fault, saved.composition.document.blocks)}`;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return `${version} cannot be compiled (${nameOf(error)}): ${inLog}`;
  }
}

async function versionOf({ app, platformId }: Ctx, id: string): Promise<string> {
  const found = await app.db.prisma.templateVersion.findFirst({
    where: { platformId, id },
    select: { version: true },
  });
  return found === null ? 'the version of the template' : `version ${found.version} of the template`;
}

function wordsOf(error: unknown): string {
  return error instanceof TemplateTooLarge ? `makes ${error.what} of these values` : `fails (${nameOf(error)})`;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

/** The tag, and the block that has it: `, at event.items of the block lines (table)`. */
function placeOf({ part, tag }: RenderFault, blocks: readonly CompositionBlock[]): string {
  if (tag === null) return '';
  const block = part === 'HTML part' || part === 'text part' ? blockOf(tag, blocks) : null;
  return block === null ? `, at ${tag}` : `, at ${tag} of the block ${block.id} (${block.type})`;
}

/** The innermost block that reads the tag by its whole path; null where a repeat above it gives the path another name. */
function blockOf(tag: string, blocks: readonly CompositionBlock[]): CompositionBlock | null {
  for (const block of blocks) {
    const inside = [...(block.children ?? []), ...(block.columns ?? []).flatMap(({ children }) => children ?? [])];
    const found = blockOf(tag, inside) ?? (reads(block, tag) ? block : null);
    if (found !== null) return found;
  }
  return null;
}

const reads = ({ attrs }: CompositionBlock, tag: string) =>
  JSON.stringify(attrs)
    .split(/[^\w.]+/)
    .includes(tag);
