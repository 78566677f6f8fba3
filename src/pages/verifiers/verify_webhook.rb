require "openssl"

TOLERANCE_SECONDS = 300

# Whether one of the signatures was made with `secret`, not more than five minutes from `now` (Unix seconds).
# `timestamp` and `signatures` are the headers Service-Webhook-Timestamp and Service-Webhook-Signature; `body` is what
# came, before any parsing: request.raw_post in Rails, request.body.read in Rack.
def verify_webhook(timestamp:, signatures:, body:, secret:, now:)
  return false unless timestamp.match?(/\A[0-9]+\z/) && (now - timestamp.to_i).abs <= TOLERANCE_SECONDS

  wanted = OpenSSL::HMAC.hexdigest("SHA256", secret, "#{timestamp}.".b + body.b)
  signatures.split(",").any? do |pair|
    given = pair.strip.split("=", 2)[1].to_s
    OpenSSL.secure_compare(given, wanted)
  end
end
