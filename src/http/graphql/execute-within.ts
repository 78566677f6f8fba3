/**
 * Executes a selection whose reads have a budget of bytes, in the process (docs/rules.md#bytes-of-reads). What reads
 * beyond it fails with an error of its own field; the verb of a mutation reads what it needs.
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { isOfSpentBudget, isSpent, withReadBudget } from '../../ground/lists/read-budget.ts';
import { requestFault } from './error-http.ts';

interface Budget {
  readonly bytes: number;
  /** What a client reads that selected too much. */
  readonly message: string;
}

export async function executeWithin(
  { bytes, message }: Budget,
  executeAll: () => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const budget = { left: bytes };
  const result = await withReadBudget(budget, executeAll);
  if (!isSpent(budget)) return result;
  const errors = result.errors?.map((error) => {
    if (!isOfSpentBudget(error)) return error;
    const { path, nodes = null } = error;
    return new GraphQLError(message, { path, nodes, extensions: { code: requestFault.code } });
  });
  return errors ? { ...result, errors } : result;
}
