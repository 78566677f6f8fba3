<?php

const TOLERANCE_SECONDS = 300;

/**
 * Whether one of the signatures was made with $secret, not more than five minutes from $now (Unix seconds).
 * $timestamp and $signatures are the headers Service-Webhook-Timestamp and Service-Webhook-Signature; $body is what
 * came, before any parsing: file_get_contents('php://input').
 */
function verify_webhook(string $timestamp, string $signatures, string $body, string $secret, int $now): bool
{
    if (preg_match('/\A[0-9]+\z/', $timestamp) !== 1 || abs($now - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $wanted = hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    foreach (explode(',', $signatures) as $pair) {
        $given = explode('=', trim($pair), 2)[1] ?? '';
        if (hash_equals($wanted, $given)) {
            return true;
        }
    }
    return false;
}
