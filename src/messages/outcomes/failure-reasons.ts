/** Why a message failed: it was never offered to the other side (docs/rules.md#failure-reasons). */
export type FailureReason =
  | 'render_failed'
  | 'domain_not_sendable'
  | 'workspace_deleted'
  | 'recipient_invalid'
  | 'message_too_large'
  | 'transport_refused'
  /** By hand, while the message waited (docs/rules.md#cancelled-messages). */
  | 'cancelled'
  /** Scheduled mail alone: its address had its thirty of the hour for an hour (docs/rules.md#scheduled-mail). */
  | 'recipient_rate';
