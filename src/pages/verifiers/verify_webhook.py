import hashlib
import hmac
import re

TOLERANCE_SECONDS = 300


def verify_webhook(timestamp: str, signatures: str, body: bytes, secret: str, now: float) -> bool:
    """Whether one of the signatures was made with `secret`, not more than five minutes from `now` (Unix seconds).

    `timestamp` and `signatures` are the headers Service-Webhook-Timestamp and Service-Webhook-Signature, `body` is what
    came, before any parsing.
    """
    if not re.fullmatch(r"[0-9]+", timestamp) or abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = timestamp.encode() + b"." + body
    wanted = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    given = [pair.strip().partition("=")[2].encode() for pair in signatures.split(",")]
    return any(hmac.compare_digest(signature, wanted) for signature in given)
