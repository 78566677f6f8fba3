-- By hand

-- Attempts move into the row of their webhook, which a result changes anyway.
ALTER TABLE webhooks ADD COLUMN attempts JSONB NOT NULL DEFAULT '{}';
UPDATE webhooks h SET attempts = a.attempts
FROM (
  SELECT platform_id, webhook_id, jsonb_object_agg(number, jsonb_build_object(
           'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', status, 'error', error,
           'duration_ms', duration_ms)) AS attempts
  FROM webhook_attempts GROUP BY platform_id, webhook_id
) a
WHERE h.platform_id = a.platform_id AND h.id = a.webhook_id;
DROP TABLE webhook_attempts;

-- Few webhooks are about a contact. The others need no entry, so that a result writes one less.
DROP INDEX webhooks_workspace_id_contact_id_idx;
CREATE INDEX webhooks_contact_idx ON webhooks (workspace_id, contact_id) WHERE contact_id IS NOT NULL;
