-- By hand

-- Mail that waits for an address, whatever the workspace: it is withheld when the address is blocked.
CREATE INDEX messages_waiting_idx ON messages (address_hash) WHERE state = 'queued' AND simulation IS NULL;
