/** The numbers of workspace health, each a setting (docs/rules.md#health-thresholds). Read by src/ground/config/config.ts. */
import { z } from 'zod';

const share = z.coerce.number().gt(0).max(1);
const count = z.coerce.number().int().min(1);

/** One environment variable each. A share of 0.05 is 5 %. */
export const healthVariables = {
  HEALTH_WINDOW_DAYS: count.max(90).default(7),
  HEALTH_MIN_ENDED: count.default(100),
  HEALTH_THROTTLE_BOUNCE_SHARE: share.default(0.05),
  HEALTH_THROTTLE_BOUNCES: count.default(5),
  HEALTH_THROTTLE_COMPLAINT_SHARE: share.default(0.001),
  HEALTH_THROTTLE_COMPLAINTS: count.default(2),
  HEALTH_PAUSE_BOUNCE_SHARE: share.default(0.1),
  HEALTH_PAUSE_BOUNCES: count.default(10),
  HEALTH_PAUSE_COMPLAINT_SHARE: share.default(0.005),
  HEALTH_PAUSE_COMPLAINTS: count.default(3),
  HEALTH_ESTABLISHED_DAYS: count.default(7),
  HEALTH_ESTABLISHED_DELIVERED: count.default(1_000),
  HEALTH_RECOVERY_HOURS: z.coerce.number().gt(0).default(24),
  HEALTH_THROTTLED_SHARE: share.default(0.1),
  HEALTH_THROTTLED_FLOOR: count.default(50),
  HEALTH_USUAL_DAYS: count.max(90).default(14),
  RAMP_DAY_CAPS: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(z.array(z.string().transform(Number).pipe(z.int('must be a list of numbers such as 50,100,500').min(1))))
    .default([]),
};

/** A limit on bounces or complaints that changes the health of a workspace. */
export interface HealthLine {
  /** Hard bounces as a share of ended messages, and the smallest number of bounces that counts. */
  readonly bounceShare: number;
  readonly bounces: number;
  /** Complaints as a share of delivered messages, and the smallest number of complaints that counts. */
  readonly complaintShare: number;
  readonly complaints: number;
}

export interface HealthLimits {
  /** Days over which rates are measured. */
  readonly windowDays: number;
  /** Smallest number of ended messages from which rates are judged. */
  readonly minEnded: number;
  readonly throttle: HealthLine;
  readonly pause: HealthLine;
  readonly established: { readonly sendingDays: number; readonly delivered: number };
  /** Hours under the line after which a throttled workspace recovers, and hours that a pause lasts. */
  readonly recoveryHours: number;
  /** Mail that a throttled workspace may send a day: a share of its usual day, at least the floor. */
  readonly throttled: { readonly share: number; readonly floor: number; readonly usualDays: number };
  /** Mail that a ramping workspace may send on its first, second, … sending day; no cap after the end of the list. */
  readonly rampDayCaps: readonly number[];
}

export function healthLimits(values: z.infer<z.ZodObject<typeof healthVariables>>): HealthLimits {
  return {
    windowDays: values.HEALTH_WINDOW_DAYS,
    minEnded: values.HEALTH_MIN_ENDED,
    throttle: {
      bounceShare: values.HEALTH_THROTTLE_BOUNCE_SHARE,
      bounces: values.HEALTH_THROTTLE_BOUNCES,
      complaintShare: values.HEALTH_THROTTLE_COMPLAINT_SHARE,
      complaints: values.HEALTH_THROTTLE_COMPLAINTS,
    },
    pause: {
      bounceShare: values.HEALTH_PAUSE_BOUNCE_SHARE,
      bounces: values.HEALTH_PAUSE_BOUNCES,
      complaintShare: values.HEALTH_PAUSE_COMPLAINT_SHARE,
      complaints: values.HEALTH_PAUSE_COMPLAINTS,
    },
    established: { sendingDays: values.HEALTH_ESTABLISHED_DAYS, delivered: values.HEALTH_ESTABLISHED_DELIVERED },
    recoveryHours: values.HEALTH_RECOVERY_HOURS,
    throttled: {
      share: values.HEALTH_THROTTLED_SHARE,
      floor: values.HEALTH_THROTTLED_FLOOR,
      usualDays: values.HEALTH_USUAL_DAYS,
    },
    rampDayCaps: values.RAMP_DAY_CAPS,
  };
}
