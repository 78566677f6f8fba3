/** The caller's own ids, and how a path names a contact (docs/rules.md#references). */
import { z } from 'zod';
import './zod-words.ts';

const referencePattern = /^[A-Za-z0-9._-]{1,128}$/;

/** A contact in a path or body: an id of the service, or `ref:<reference>` (docs/rules.md#references). */
export const contactPathPattern = /^(?:[0-9A-Za-z]{26}|ref:[A-Za-z0-9._-]{1,128})$/;
export const contactPathFault = 'must be an id of 26 letters and digits, or `ref:` and a reference of your own';

/** The caller's own id of a workspace or a contact (docs/rules.md#references). */
export const reference = z.string().regex(referencePattern, 'must be 1 to 128 letters, digits, ".", "_" or "-"');
