-- By hand

-- Each of these serves the statements that repeat its CASE, and no other may read it: the planner does not see
-- `state = …` in there (`apart` in src/messages/message-states.ts). While statistics show no message in a state, all indexes of that state cost the
-- same, and the claim of a fresh backlog read it whole by expiry to sort it by due time.
DROP INDEX messages_expiry_idx;
DROP INDEX messages_lease_idx;
DROP INDEX messages_report_idx;
DROP INDEX messages_open_type_idx;
DROP INDEX messages_waiting_idx;
CREATE INDEX messages_expiry_idx ON messages (expires_at) WHERE CASE WHEN state = 'queued' THEN true END;
CREATE INDEX messages_lease_idx ON messages (lease_until) WHERE CASE WHEN state = 'sending' THEN true END;
CREATE INDEX messages_report_idx ON messages (ended_at) WHERE CASE WHEN state = 'sent' THEN true END;
CREATE INDEX messages_open_type_idx ON messages (platform_id, event_type_id)
  WHERE CASE WHEN state IN ('queued', 'sending', 'sent') THEN true END;
CREATE INDEX messages_waiting_idx ON messages (address_hash)
  WHERE CASE WHEN state = 'queued' AND simulation IS NULL THEN true END;
