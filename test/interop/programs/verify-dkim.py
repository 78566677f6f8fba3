"""Verifies the DKIM signature of the mail on standard input with dkimpy, its key looked up at the name server on 127.0.0.1
whose port is the first argument. Prints the signing domain and the header fields covered; ends with 0 when it is valid.
Further arguments are files with mails: for each it prints such a line that begins with `valid` or `invalid`."""

import sys

import dkim
import dns.resolver

resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = ["127.0.0.1"]
resolver.port = int(sys.argv[1])


def look_up(name, timeout=5):
    name = name.decode() if isinstance(name, bytes) else name
    return b"".join(resolver.resolve(name, "TXT")[0].strings)


def verify(mail):
    verifier = dkim.DKIM(mail)
    valid = verifier.verify(dnsfunc=look_up)
    # The list of fields is folded over several lines.
    covered = "".join(verifier.signature_fields[b"h"].decode().lower().split())
    return valid, f"{verifier.signature_fields[b'd'].decode()} {covered}"


files = sys.argv[2:]
for file in files:
    with open(file, "rb") as opened:
        valid, signed = verify(opened.read())
    print("valid" if valid else "invalid", signed)
if not files:
    valid, signed = verify(sys.stdin.buffer.read())
    print(signed)
    sys.exit(0 if valid else 1)
