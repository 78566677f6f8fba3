/** Rejections that every operation shares: each operation's file registers them. */
import { describe, expect, inject, it } from 'vitest';
import type { Answered } from './check-answer.ts';
import { operationOf, responseOf } from './contract.ts';
import { type Call, callOperation, openPlatform, type Platform } from './platform.ts';

/** A valid id of no resource. */
const nobodysId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const mebibyte = 1_048_576;

/** Largest bodies (docs/rules.md#body-size), in MiB. */
const bodyLimits: Readonly<Record<string, number>> = {
  emitEvent: 32,
  emitEvents: 32,
  emitPlatformEvents: 32,
  upsertContacts: 8,
  createFile: 16,
};

let known: Promise<Platform> | null = null;

/** Operations whose body is a file, and no JSON. */
const isFile = (operationId: string) => ['importContacts', 'importSuppressions'].includes(operationId);

/** A platform that owns nothing of what a test makes. */
export function stranger(): Promise<Platform> {
  known ??= openPlatform('Stranger');
  return known;
}

/** An answer without what differs from request to request. */
export function shown({ status, body }: Answered): unknown {
  return { status, body: { ...body, request_id: '' } };
}

/** `valid` gives a call that the operation would accept from `owner`; asked for when a test runs. */
export function refusesAsUsual(operationId: string, owner: Platform, valid: () => Call | Promise<Call>): void {
  const operation = operationOf(operationId);
  const { parameters, body: schema, method } = operation;
  const takesFile = isFile(operationId);

  describe('as every operation', () => {
    it('asks for a key', async () => {
      const call = await valid();
      const { url } = inject('restService');
      const secret = owner.apiKey.secret;
      const wrongs = [
        null,
        '',
        'Bearer',
        'Bearer td_wrong',
        `Bearer ${secret.slice(0, -1)}`,
        `Basic ${secret}`,
        secret,
      ];
      for (const authorization of wrongs) {
        const answered = await callOperation(url, operationId, {
          ...call,
          path: { workspace: owner.workspace, ...call.path },
          headers: authorization === null ? {} : { authorization },
        });
        expect([answered.status, answered.body.code], String(authorization)).toEqual([401, 'unauthenticated']);
      }
    });

    it('refuses a parameter that it does not know', async () => {
      const call = await valid();
      const answered = await owner.ask(operationId, { ...call, query: { ...call.query, shape: 'round' } });
      expect(answered.status).toBe(422);
      expect(answered.body.errors).toEqual({ shape: [expect.stringMatching(/^is not a known parameter/)] });
    });

    if (schema) {
      it('refuses a field that it does not know', async () => {
        const call = await valid();
        const answered = await owner.ask(operationId, { ...call, body: { ...Object(call.body), zebra: 'red' } });
        expect(answered.status).toBe(422);
        expect(answered.body.errors).toMatchObject({ zebra: ['is not a known field'] });
      });
    }

    if (!takesFile && (schema || method === 'POST')) {
      it('refuses what is no JSON object', async () => {
        const call = await valid();
        for (const bytes of ['{"name":', '{"a":1}}', '[]', '7', '"text"', Buffer.from([0x7b, 0xff, 0x7d])]) {
          const { body: _body, ...rest } = call;
          const answered = await owner.ask(operationId, { ...rest, bytes });
          expect([answered.status, answered.body.code, Object.keys(answered.body.errors)]).toEqual([
            422,
            'validation_failed',
            ['body'],
          ]);
        }
      });

      it('refuses a body beyond its size', async () => {
        const { body: _body, ...call } = await valid();
        const bytes = Buffer.alloc((bodyLimits[operationId] ?? 2) * mebibyte + 1, ' ');
        const answered = await owner.ask(operationId, { ...call, bytes });
        expect([answered.status, answered.body.code]).toEqual([413, 'payload_too_large']);
      });
    }

    if (responseOf(operation, 404) && parameters.some((parameter) => parameter.in === 'path')) {
      it('finds nothing of another platform, whatever is sent', async () => {
        const call = await valid();
        const path = { workspace: owner.workspace, ...call.path };
        const other = await stranger();
        const foreign = await other.ask(operationId, { ...call, path });
        expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
        if (!parameters.some(({ name }) => name === 'workspace')) return;
        const unknown = await other.ask(operationId, { ...call, path: { ...path, workspace: nobodysId } });
        expect(shown(foreign)).toEqual(shown(unknown));
        if (!schema) return;
        const faulty = await other.ask(operationId, { ...call, path, body: { zebra: 'red' } });
        expect(shown(faulty)).toEqual(shown(unknown));
      });
    }
  });
}
