package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// Verify says whether one of the signatures was made with secret, not more than five minutes from now.
// timestamp and signatures are the headers Service-Webhook-Timestamp and Service-Webhook-Signature; body is what came,
// before any parsing.
func Verify(timestamp, signatures string, body []byte, secret string, now time.Time) bool {
	seconds, err := strconv.ParseUint(timestamp, 10, 62)
	if err != nil || now.Sub(time.Unix(int64(seconds), 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	wanted := hex.EncodeToString(mac.Sum(nil))
	for _, pair := range strings.Split(signatures, ",") {
		_, given, _ := strings.Cut(strings.TrimSpace(pair), "=")
		if hmac.Equal([]byte(given), []byte(wanted)) {
			return true
		}
	}
	return false
}
