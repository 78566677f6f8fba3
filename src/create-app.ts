/** Makes the `App` of a process with all its parts. Processes and tests make their `App` here alone. */
import type { App, Parts } from './context.ts';
import { createReadiness } from './deployment/readiness.ts';
import { createRestoreWatch } from './deployment/restore-watch.ts';
import { createEventTypeVersions } from './event-types/event-type-versions.ts';
import { createBatchPlaces } from './events/batch/batch-places.ts';
import { createEmitMemory } from './events/emit/emit-memory.ts';
import { createEmitQueues } from './events/emit/emit-queues.ts';
import { createRefusedEmits } from './events/refused/refused-emits.ts';
import { exportsAtOnce } from './exports/export-limits.ts';
import { createMeters } from './ground/metrics/meters.ts';
import { createOrderedRoom } from './ground/rooms/place-room.ts';
import { noTraces } from './ground/traces/traces.ts';
import { createBodyRoom } from './http/bodies/body-room.ts';
import { createExportRoom } from './http/downloads/export-room.ts';
import { createOperationRoom } from './http/graphql/operation-room.ts';
import { createReadRoom } from './http/reads/read-room.ts';
import { createLiveHub } from './live/live-hub.ts';
import { createStreams } from './live/streams.ts';
import { createAddressOrder } from './messages/claims/address-order.ts';
import { createInFlight } from './messages/claims/in-flight.ts';
import { createSuspects } from './messages/claims/poison-suspects.ts';
import { createExchangerLanes } from './messages/exchangers/exchanger-lanes.ts';
import { createOutcomeRecorder } from './messages/outcomes/outcome-recorder.ts';
import { createDkimKeys } from './messages/sending/dkim-keys.ts';
import { createFileRoom } from './messages/sending/file-room.ts';
import { claimsAtOnce } from './messages/sending/send-turn.ts';
import { createSenderKeys } from './messages/sending/sender-keys.ts';
import { stepsAtOnce } from './people/erase-turn.ts';
import { createLinkRoom } from './people/link-room.ts';
import { createPictureCache } from './pictures/picture-cache.ts';
import { createPictureRewriter } from './pictures/rewriting/picture-rewriter.ts';
import { createPictureStore } from './pictures/store/picture-store.ts';
import { createKeyAnswers } from './platforms/keys/key-answers.ts';
import { createKeyUses } from './platforms/keys/key-uses.ts';
import { createFailedSignIns } from './platforms/sessions/failed-sign-ins.ts';
import { createTemplateCache } from './templates/template-cache.ts';
import { generateDkimKey } from './transport/mail/dkim-key.ts';
import { createWebhookDeliveries } from './webhooks/delivery/deliveries.ts';
import { createWebhookClaims } from './webhooks/delivery/webhook-claims.ts';
import { createWebhookResults } from './webhooks/delivery/webhook-results.ts';
import { createWebhookKeys } from './webhooks/secrets/webhook-keys.ts';
import { createSubscribers } from './webhooks/subscribers.ts';
import { createProcessTurns } from './workers/process-turns.ts';

/** What an `App` has also where nothing was said of it. */
type Defaulted = 'traces' | 'newDkimKey';

/** `made` may be another `App`: the new one shares its connections and gets parts of its own, as in another process. */
export function createApp(made: Omit<App, 'parts' | Defaulted> & Partial<Pick<App, Defaulted>>): App {
  const { clock, config, db, secrets } = made;
  // A part that runs a verb is made with the `App`, whose other parts the verb needs once it runs.
  const app: App = {
    traces: noTraces,
    newDkimKey: generateDkimKey,
    ...made,
    get parts() {
      return parts;
    },
  };
  const pictureStore = createPictureStore(made);
  const parts: Parts = {
    // Doors
    bodyRoom: createBodyRoom(config.requestBodyBytes),
    operationRoom: createOperationRoom(),
    readRoom: createReadRoom(config.databasePool, clock),
    exportRoom: createExportRoom(exportsAtOnce),
    localKey: { apiKey: null },
    stop: { begun: false },
    meters: createMeters(config.metricsPlatforms),
    readiness: createReadiness(app),
    keyAnswers: createKeyAnswers(db),
    keyUses: createKeyUses(db),
    failedSignIns: createFailedSignIns(clock),
    linkRoom: createLinkRoom(),
    requestLeases: new Map(),

    // Pictures
    pictures: createPictureCache(db.pool, pictureStore, () => clock.monotonic()),
    pictureStore,
    pictureRewriter: createPictureRewriter(),

    // Emits
    emits: createEmitQueues(app),
    emitMemory: createEmitMemory(),
    batchPlaces: createBatchPlaces(() => clock.monotonic()),
    refusedEmits: createRefusedEmits(app),
    eventTypeVersions: createEventTypeVersions(db),
    templates: createTemplateCache(db, config.templateCacheBytes),

    restoreWatch: createRestoreWatch(app),
    turns: createProcessTurns(app),

    // Sending
    fileRoom: createFileRoom(),
    inFlight: createInFlight(app),
    suspects: createSuspects(),
    addressOrder: createAddressOrder(),
    exchangerLanes: createExchangerLanes(),
    senderKeys: createSenderKeys(),
    dkimKeys: createDkimKeys(secrets),
    claimRoom: createOrderedRoom(claimsAtOnce),
    outcomes: createOutcomeRecorder(app),

    // Webhooks
    deliveries: createWebhookDeliveries(app),
    webhookClaims: createWebhookClaims(app),
    webhookKeys: createWebhookKeys(secrets),
    webhookResults: createWebhookResults(app),
    subscribers: createSubscribers(),

    // Subscriptions
    live: createLiveHub(app),
    streams: createStreams(),
    liveSweep: { nextAt: 0 },
    alertSweep: { nextAt: 0, underWay: 0 },

    // Sweeps and erasures
    healthSweep: { pass: { after: null, nextAt: 0 } },
    erasureSweep: { after: '' },
    erasureRoom: createOrderedRoom(stepsAtOnce),
    foundEvents: new Map(),
  };
  return app;
}

/** Resolves when no group commit holds unwritten rows. Call after the last row was added. */
export async function settleParts({ emits, outcomes, ...parts }: Parts): Promise<void> {
  const { webhookClaims, webhookResults, refusedEmits } = parts;
  const commits = [...Object.values(emits), outcomes, webhookClaims, webhookResults, refusedEmits];
  await Promise.all(commits.map((commit) => commit.settled()));
}
