/** Why a message failed: it was never offered to the other side (docs/rules.md#failure-reasons). */
export type FailureReason =
  | 'render_failed'
  | 'domain_not_sendable'
  | 'workspace_deleted'
  | 'recipient_invalid'
  | 'message_too_large'
  | 'transport_refused'
  /** By hand, while the message waited (docs/rules.md#cancelled-messages). */
  | 'cancelled';
