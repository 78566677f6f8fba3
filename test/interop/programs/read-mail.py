"""Reads the mail on standard input with Python's email package, policy `default`, and prints what a program gets to see as
JSON. Header fields are read by their names; `defects` has what the package objects to, in the mail and in its fields."""

import email.policy
import json
import re
import sys

source = sys.stdin.buffer.read()
mail = email.message_from_bytes(source, policy=email.policy.default)


def fields(part):
    return {name.lower(): str(value) for name, value in part.items()}


def exact_filename(part):
    """The name by RFC 2231 alone: of two spellings the package takes the first."""
    alone = re.sub(r'; filename="[^"]*"(?=;)', "", raw_of(part))
    return email.message_from_string(f"Content-Disposition: {alone}\n\n", policy=email.policy.default).get_filename()


def raw_of(part):
    return re.sub(r"\r?\n(?=[ \t])", "", dict(part.raw_items())["Content-Disposition"])


def defects(part):
    found = [type(defect).__name__ for defect in part.defects]
    for name, value in part.items():
        found += [f"{name}: {type(defect).__name__}" for defect in value.defects]
    return found


print(
    json.dumps(
        {
            "fields": fields(mail),
            "from": [[address.display_name, address.addr_spec] for address in mail["from"].addresses],
            "to": [address.addr_spec for address in mail["to"].addresses],
            "types": [part.get_content_type() for part in mail.walk()],
            "text": mail.get_body(("plain",)).get_content(),
            "html": mail.get_body(("html",)).get_content(),
            "attachments": [
                {
                    "filename": part.get_filename(),
                    "exact": exact_filename(part),
                    "type": part.get_content_type(),
                    "parameters": dict(part["content-type"].params),
                    "disposition": part.get_content_disposition(),
                    "content": part.get_payload(decode=True).hex(),
                }
                for part in mail.iter_attachments()
            ],
            "defects": [defect for part in mail.walk() for defect in defects(part)],
            "longest": max(len(line) for line in source.split(b"\r\n")),
            # Written anew, it is the same mail to a reader.
            "again": fields(email.message_from_bytes(mail.as_bytes(), policy=email.policy.default)),
        }
    )
)
