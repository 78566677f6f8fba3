/** The built schema: GraphQL is the core; REST and the workers' console stand on it. */
import './workspace.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
