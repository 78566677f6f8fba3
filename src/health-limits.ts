/** The numbers of workspace health (decisions, section 8): all are configuration, read by src/config.ts. */
import { z } from 'zod';

const share = z.coerce.number().gt(0).max(1);
const count = z.coerce.number().int().min(1);

/** A variable each. Shares are parts of one, so 0.05 is 5 %. */
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

/** A line that a workspace crosses by its bounces or by its complaints. */
export interface HealthLine {
  /** Hard bounces of the messages that ended, as a part of one; and how many of them at least. */
  readonly bounceShare: number;
  readonly bounces: number;
  /** Complaints of the messages that were delivered, as a part of one; and how many of them at least. */
  readonly complaintShare: number;
  readonly complaints: number;
}

export interface HealthLimits {
  /** How far back rates look; days. */
  readonly windowDays: number;
  /** Fewer messages that ended tell nothing. */
  readonly minEnded: number;
  readonly throttle: HealthLine;
  readonly pause: HealthLine;
  readonly established: { readonly sendingDays: number; readonly delivered: number };
  /** How long a workspace stays under the line to come up again, and how long a pause lasts; hours. */
  readonly recoveryHours: number;
  /** What a throttled workspace may send a day: a share of its usual day, and never less than the floor. */
  readonly throttled: { readonly share: number; readonly floor: number; readonly usualDays: number };
  /** What a ramping workspace may send on its first, second, … sending day; none hold it back beyond the list. */
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
