"""Verifies the DKIM signature of the mail on standard input with dkimpy, its key looked up at the name server on 127.0.0.1
whose port is the first argument. Prints the signing domain and the header fields covered; ends with 0 when it is valid."""

import sys

import dkim
import dns.resolver

resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = ["127.0.0.1"]
resolver.port = int(sys.argv[1])


def look_up(name, timeout=5):
    name = name.decode() if isinstance(name, bytes) else name
    return b"".join(resolver.resolve(name, "TXT")[0].strings)


verifier = dkim.DKIM(sys.stdin.buffer.read())
valid = verifier.verify(dnsfunc=look_up)
print(verifier.signature_fields[b"d"].decode(), verifier.signature_fields[b"h"].decode().lower())
sys.exit(0 if valid else 1)
