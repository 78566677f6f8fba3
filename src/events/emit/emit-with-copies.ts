/** An emit whose mail goes to further addresses (docs/rules.md#copies): all of its messages are written, or none. */
import type { App } from '../../context.ts';
import { formFor } from '../../db/by-workspace.ts';
import { requestLimits } from '../../db/connections/time-limits.ts';
import { databaseCode } from '../../db/database-code.ts';
import { acceptCopies, checkCopiesAllowed, copyWork, recordedCopies } from './accept-copies.ts';
import { type AcceptedEmit, decideEmit } from './decide-emit.ts';
import type { EmitAnswer, EmitWork } from './emit-work.ts';
import { withFilesHeld } from './keep-references.ts';
import { linkCopies } from './link-copies.ts';
import { keptChanging, pauseAfter, triesMax } from './moved-facts.ts';
import { readEmits } from './read-emits.ts';
import { createRefusalReads } from './refusal-reads.ts';
import { withSharedFiles } from './share-files.ts';
import { waitForAddresses } from './wait-for-addresses.ts';
import { writeBesideEmits } from './write-beside-emits.ts';
import { insertAccepted, keysMet } from './write-emits.ts';
import type { WrittenEmits } from './write-terms.ts';

/** Thrown to undo a write of which a part found its facts changed. */
class Moved extends Error {
  override readonly name = 'Moved';
}

/** Rejects as an emit without copies does, and where the template has an unsubscribe link. */
export async function emitWithCopies(app: App, work: EmitWork): Promise<EmitAnswer> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (tries > 0) await pauseAfter(tries);
    const decided = await decide(app, work);
    if ('answer' in decided) return decided.answer;
    const [primary] = decided.emits;
    const written = await write(app, decided.emits, tries > 0);
    if (written === null) continue;
    if (written.fed > 0) app.parts.live.tell();
    if (decided.emits.some(({ record }) => record.message?.state === 'queued')) {
      void app.wake.ask('sending', [{ platformId: work.platformId, id: primary.workspaceId }]);
    }
    void app.wake.ask('webhooks', written.woken);
    return { record: primary.record, replayed: false };
  }
  throw keptChanging('What this emit is about');
}

/** The emit, and its copies; without any where its type has no template. */
type Emits = readonly [primary: AcceptedEmit, ...copies: AcceptedEmit[]];

async function decide(app: App, work: EmitWork): Promise<{ readonly answer: EmitAnswer } | { readonly emits: Emits }> {
  const works = work.copies.map((copy) => copyWork(work, copy));
  const [own, ...ofCopies] = await readEmits(app, [work, ...works]);
  if (own === undefined) throw new Error('The read of an emit returned no row');
  const reads = createRefusalReads(app);
  const decided = await decideEmit(app, work, own, { alone: true, reads });
  if ('answer' in decided) return decided;
  const { accepted } = decided;
  const { values } = accepted;
  if (values === null) return { emits: [accepted] };
  await checkCopiesAllowed(app, accepted);
  const found = work.copies.flatMap((copy, position) => {
    const [ownWork, facts] = [works[position], ofCopies[position]];
    return ownWork && facts ? [{ copy, work: ownWork, facts }] : [];
  });
  const copies = await acceptCopies(app, { ...accepted, values }, found, reads);
  const record = { ...accepted.record, copies: recordedCopies(work.copies, copies) };
  return { emits: [{ ...accepted, record }, ...copies] };
}

/** Returns null where facts changed meanwhile; nothing is written then. */
async function write(app: App, emits: Emits, patient: boolean): Promise<WrittenEmits | null> {
  try {
    return await app.db.transaction(async (client) => {
      const form = formFor(app.db, emits[0].workspaceId);
      if (patient) await client.query(form(waitForAddresses)({ i: emits }));
      const held = await withFilesHeld(client, form, emits);
      if (held.length < emits.length) throw new Moved();
      const [primary, ...copies] = await withSharedFiles(client, emits);
      if (primary === undefined) throw new Error('A mail has no recipient');
      const all = [primary, ...copies];
      const written = await insertAccepted(app, client, all, { limits: requestLimits, inHand: new Set() });
      if (written.emits.size < all.length) throw new Moved();
      if (copies.length > 0) await linkCopies(client, form, primary, copies);
      return { ...written, woken: await writeBesideEmits(app, client, form, all) };
    }, requestLimits);
  } catch (error) {
    if (error instanceof Moved || databaseCode(error) === keysMet) return null;
    throw error;
  }
}
