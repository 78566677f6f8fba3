/**
 * The tests render mails with the React that production has: the one for development takes a stack trace for each element.
 * React chooses by the environment when it is loaded, and is loaded once.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
for (const name of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) require(name);
if (NODE_ENV === undefined) delete process.env.NODE_ENV;
else process.env.NODE_ENV = NODE_ENV;
