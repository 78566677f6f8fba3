/** The order of the test files: the longest first, so that no worker runs a long one alone at the end. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than five seconds, the longest first; the rest follow as vitest orders them. */
const longest = [
  'test/interop/debian-postgres.test.ts',
  'test/interop/console/pages.test.ts',
  'test/interop/documentation.test.ts',
  'test/interop/unsubscribe-page.test.ts',
  'test/interop/email-dev.test.ts',
  'test/interop/mail.test.ts',
  'test/readme.test.ts',
  'test/docs/as-shown.test.ts',
  'test/service/fairness.test.ts',
  'test/service/processes.test.ts',
  'test/deployment/restored-database.test.ts',
  'test/messages/sending/poison.test.ts',
  'test/db/lists/list-work.test.ts',
  'test/service/end-of-start.test.ts',
  'test/docs/examples.test.ts',
  'test/local/inbox.test.ts',
  'test/workspaces/health/health.test.ts',
  'test/workspaces/health/simulated-weeks.test.ts',
  'test/schema/template.test.ts',
  'test/events/emit/heavy-emits.test.ts',
  'test/local/embedded-postgres.test.ts',
  'test/people/erase-person.test.ts',
  'test/service/start-faults.test.ts',
  'test/rest/fuzz.test.ts',
  'test/rest/outage.test.ts',
  'test/rest/large-bodies.test.ts',
  'test/rest/rate-limit.test.ts',
  'test/rest/lists.test.ts',
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
