/** The order of the test files: the longest first, so that no worker runs a long one alone at the end. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take ten seconds or more, thirty with browsers, the longest of each suite first; vitest orders the rest. */
const longest = [
  'test/interop/debian-postgres.test.ts',
  'test/interop/image.test.ts',
  'test/interop/console/pages.test.ts',
  'test/interop/read-only-start.test.ts',
  'test/interop/console/finder.test.ts',
  'test/interop/documentation.test.ts',
  'test/interop/screenshots.test.ts',
  'test/interop/console/ten-questions.test.ts',
  'test/interop/console/by-keyboard.test.ts',
  'test/interop/alerts.test.ts',
  'test/interop/mail.test.ts',
  'test/interop/console/zones.test.ts',
  'test/interop/console/finder-acts.test.ts',
  'test/interop/console/message-list.test.ts',
  'test/interop/console/templates-drafts.test.ts',
  'test/interop/wrong-clock.test.ts',
  'test/interop/console/messages.test.ts',
  'test/interop/mail-sheet.test.ts',
  'test/interop/mail-width.test.ts',
  'test/interop/console/templates.test.ts',
  'test/interop/console/explain.test.ts',
  'test/interop/unsubscribe-page.test.ts',
  'test/interop/console/webhooks.test.ts',
  'test/interop/pgbouncer.test.ts',
  'test/interop/console/first-load.test.ts',
  'test/interop/email-dev.test.ts',
  'test/interop/inbox.test.ts',
  'test/interop/console/service-away.test.ts',
  'test/interop/console/scopes.test.ts',
  'test/interop/console/page-files.test.ts',
  'test/soak/growth.test.ts',
  'test/soak/console-list.test.ts',
  'test/soak/hundred-kills.test.ts',
  'test/soak/scheduled-mail.test.ts',
  'test/soak/promotions.test.ts',
  'test/soak/planned-restarts.test.ts',
  'test/soak/webhooks-killed.test.ts',
  'test/soak/import-volume.test.ts',
  'test/soak/two-versions.test.ts',
  'test/soak/erasure-killed.test.ts',
  'test/soak/relay-dies.test.ts',
  'test/soak/retention.test.ts',
  'test/soak/freezes.test.ts',
  'test/readme.test.ts',
  'test/service/end-of-start.test.ts',
  'test/db/plans/plans.test.ts',
  'test/http/graphql/thread/query-thread.test.ts',
  'test/service/processes.test.ts',
  'test/docs/as-shown.test.ts',
  'test/deployment/restored-database.test.ts',
  'test/docs/examples.test.ts',
  'test/service/key-change.test.ts',
  'test/schema/together.test.ts',
  'test/people/erase-person.test.ts',
  'test/emails/starters.test.ts',
  'test/service/planned-stop.test.ts',
  'test/prisma/migrate-command.test.ts',
  'test/events/partitioned.test.ts',
  'test/service/start-faults.test.ts',
  'test/people/erase-forms.test.ts',
  'test/schema/workspace.test.ts',
  'test/messages/outcomes/database-outage.test.ts',
  'test/docs/frameworks.test.ts',
  'test/service/clocks.test.ts',
  'test/local/push-email.test.ts',
  'test/events/batch/emit-events.test.ts',
  'test/prisma/steps/patient-steps.test.ts',
  'test/prisma/events-under-load.test.ts',
  'test/retention/sweep-partitions.test.ts',
  'test/people/many-changes.test.ts',
  'test/local/own-options.test.ts',
  'test/service/secret-key.test.ts',
  'test/transport/answers/hostile-letter.test.ts',
  'test/webhooks/delivery/hostile.test.ts',
  'test/workspaces/health/health.test.ts',
  'test/emails/property.test.ts',
  'test/schema/scopes.test.ts',
  'test/http/graphql/subscriptions.test.ts',
  'test/rest/outage.test.ts',
  'test/rest/fuzz.test.ts',
  'test/rest/large-bodies.test.ts',
  'test/rest/lists.test.ts',
  'test/rest/rate-limit.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(relative(root, moduleId).replaceAll('\\', '/'));
      return at === -1 ? longest.length : at;
    };
    const sorted = await super.sort(files);
    // A project keeps its files together: its workers are of no use to another one.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((one, other) => rank(one) - rank(other)),
    );
  }
}
