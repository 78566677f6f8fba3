/** Gives the program the compiler that it was written for: TypeScript 7 has another API than the one it calls. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
