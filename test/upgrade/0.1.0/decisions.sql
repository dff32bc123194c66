INSERT INTO credentials (id, kind, owner, label, scopes, tier, hash, prefix, last4, created_at, expires_at, last_used_at, revoked_at, replaced_by, confirmed_at) OVERRIDING SYSTEM VALUE VALUES
  ('57725623-3fa6-4a06-9028-8e80dd0f002e', 'key', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', 'Manager', '{read,manage}', 'paired', E'\\xd6add459449fa7f4546c296dcee4a62a18de079d4d02fa02060a5d21e4232f5d', 'llk_', 'MhgA', '2026-11-25 08:15:12.408+00', '2027-11-25 08:15:12.408+00', NULL, NULL, NULL, '2026-11-25 08:15:12.408+00'),
  ('43583921-33b3-48e1-9ede-d0542efd5029', 'key', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', 'Nightly report', '{read}', 'paired', E'\\xbb3e46cdbbe55464b1aad5affebc792d669091a2f9f2e812ba4f42a22ad306ab', 'llk_', 'IjgR', '2026-11-25 08:15:12.452+00', '2027-11-25 08:15:12.452+00', NULL, NULL, NULL, NULL),
  ('e5a33d39-7ad8-4901-bf20-323c65eb9b31', 'key', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', 'Nightly report', '{read}', 'paired', E'\\x5c694e89de94c596e0775cdc64246fd237a0e9147d0a8703a95e6cccf705d54f', 'llk_', 'L3Ny', '2026-11-25 08:15:12.424+00', '2027-11-25 08:15:12.424+00', NULL, '2026-11-25 08:15:12.452+00', '43583921-33b3-48e1-9ede-d0542efd5029', NULL);
INSERT INTO owner_requests (id, owner, credential_id, kind, payload, message, status, created_at, expires_at, decided_at) OVERRIDING SYSTEM VALUE VALUES
  ('996a4be3-2f21-4e4f-87ed-02993d2ca73b', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', NULL, 'switch', '{"switch": "on"}', '127.0.0.1:18099 asks your wallet to decide about whether agents may act for it at all:
EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai

Signing lets happen exactly what stands below, and nothing else. It hands over no key and moves no funds. Go on only if it is what you want.

Switch: on
Asked By: yourself
URI: http://127.0.0.1:18099
Version: 1
Request: 996a4be3-2f21-4e4f-87ed-02993d2ca73b
Requested At: 2026-11-25T08:15:12.539Z
Expiration Time: 2026-11-26T08:15:12.539Z', 'pending', '2026-11-25 08:15:12.539+00', '2026-11-26 08:15:12.539+00', NULL);
INSERT INTO payout_requests (id, wallet, program, status, payout_mint, reward_amount, earning_count, tx_signature, idempotency_key, requested_by, created_at, closed_at, reason) OVERRIDING SYSTEM VALUE VALUES
  ('2', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', 'clone', 'requested', 'G156chL88vt1syVcp3CbWdVyFzZdcDgPngu6a9m69jBG', '3000001', '1', '', NULL, 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', '2026-11-25 08:15:10.568+00', NULL, NULL),
  ('1', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', 'referral', 'settled', 'G156chL88vt1syVcp3CbWdVyFzZdcDgPngu6a9m69jBG', '1250000', '1', '5APx5hENH7q37YCKrgDHQZf9d6eEYNQzFbvVgpiYSG1nk21Fy3dm9c6GWypZmHkS8qsYZ42UNy8fR2FTi2cspQCt', NULL, 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', '2026-11-25 08:15:10.487+00', '2026-11-25 08:15:20.836+00', NULL);
INSERT INTO agent_wallets (wallet, owner, added_at) OVERRIDING SYSTEM VALUE VALUES
  ('4cXbW7m3ATtpw5Adbv9UH4F3hEr6WLd3sGqdjkDwMtTm', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', '2026-11-25 08:15:12.317+00');
INSERT INTO control_changes (id, owner, credential_id, kind, detail, request_id, at) OVERRIDING SYSTEM VALUE VALUES
  ('1', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', NULL, 'permission_mode', '{"permission_mode": "observe"}', NULL, '2026-11-25 08:15:12.498+00'),
  ('2', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', NULL, 'switch', '{"switch": "paused"}', NULL, '2026-11-25 08:15:12.529+00');
INSERT INTO credential_events (id, kind, credential_id, owner, at, surface, reason) OVERRIDING SYSTEM VALUE VALUES
  ('1', 'issued', '57725623-3fa6-4a06-9028-8e80dd0f002e', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', '2026-11-25 08:15:12.408+00', '/api/v1/keys/', 'asked for by the owner'),
  ('2', 'issued', 'e5a33d39-7ad8-4901-bf20-323c65eb9b31', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', '2026-11-25 08:15:12.424+00', '/api/v1/keys/', 'asked for by the owner'),
  ('3', 'issued', '43583921-33b3-48e1-9ede-d0542efd5029', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', '2026-11-25 08:15:12.452+00', '/api/v1/keys/{key_id}/rotate/', 'in place of e5a33d39-7ad8-4901-bf20-323c65eb9b31'),
  ('4', 'rotated', 'e5a33d39-7ad8-4901-bf20-323c65eb9b31', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', '2026-11-25 08:15:12.452+00', '/api/v1/keys/{key_id}/rotate/', 'replaced by 43583921-33b3-48e1-9ede-d0542efd5029');
INSERT INTO key_confirmations (nonce, owner, label, scopes, message, issued_at, expires_at, used_at) OVERRIDING SYSTEM VALUE VALUES
  ('84ac044440890209e2b0610981d72de3', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', 'Manager', '{read,manage}', '127.0.0.1:18099 asks you to confirm a new API key of your wallet:
EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai

Whoever holds the key may act for your wallet within the scopes below, until you revoke it or it expires. It hands over no key of your wallet and moves no funds.

Label: Manager
Scopes: read, manage
Key Lifetime: 365 days
URI: http://127.0.0.1:18099
Version: 1
Nonce: 84ac044440890209e2b0610981d72de3
Issued At: 2026-11-25T08:15:12.395Z
Expiration Time: 2026-11-25T08:25:12.395Z', '2026-11-25 08:15:12.395+00', '2026-11-25 08:25:12.395+00', '2026-11-25 08:15:12.408+00');
DELETE FROM launch_gate;
INSERT INTO launch_gate (one, version) OVERRIDING SYSTEM VALUE VALUES
  ('true', '2');
INSERT INTO launch_gate_legs (id, name, folded_name, status, note, updated_at) OVERRIDING SYSTEM VALUE VALUES
  ('1', 'legal', 'legal', 'passed', 'signed on 3 January', '2026-11-25 08:15:11.121+00'),
  ('2', 'Audit', 'audit', 'pending', '', '2026-11-25 08:15:11.822+00');
INSERT INTO operator_actions (id, at, operator, action, details) OVERRIDING SYSTEM VALUE VALUES
  ('1', '2026-11-25 08:15:08.386+00', 'operator@host', 'rewards price', '{"until": "2026-11-25T08:15:08.129Z", "program": "referral", "per_record": "1250000"}'),
  ('2', '2026-11-25 08:15:10.259+00', 'operator@host', 'rewards price', '{"until": "2026-11-25T08:15:10.166Z", "program": "clone", "per_record": "3000001"}'),
  ('3', '2026-11-25 08:15:11.121+00', 'operator@host', 'launch-gate set', '{"name": "legal", "note": "signed on 3 January", "status": "passed"}'),
  ('4', '2026-11-25 08:15:11.822+00', 'operator@host', 'launch-gate set', '{"name": "Audit", "note": "", "status": "pending"}'),
  ('5', '2026-11-25 08:15:12.317+00', 'operator@host', 'agent-wallets add', '{"owner": "EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai", "wallet": "4cXbW7m3ATtpw5Adbv9UH4F3hEr6WLd3sGqdjkDwMtTm"}');
INSERT INTO pairings (id, device_hash, user_code_hash, client_name, scopes, status, created_at, expires_at, token_expires_at, interval_seconds, polled_at, owner, decided_at, credential_id) OVERRIDING SYSTEM VALUE VALUES
  ('d0b9bfbc-c2e3-4d7a-8bf5-a51d4e304fdf', E'\\x5aa2a343e3d0970c2053b63d3c871fa5406f6b9c1742b9247362cfddfbd5f646', E'\\x0080546b8ea94092d585d407df16b9d269c96272f2f2a6b6bc834f55eebb3eb6', 'An agent', '{read}', 'pending', '2026-11-25 08:15:12.55+00', '2026-11-25 08:25:12.55+00', '2027-05-24 08:15:12.55+00', '5', NULL, NULL, NULL, NULL);
INSERT INTO payout_request_records (request_id, record_id, amount, released_at) OVERRIDING SYSTEM VALUE VALUES
  ('1', '1', '1250000', NULL),
  ('2', '2', '3000001', NULL);
INSERT INTO server_keys (name, key, made_at) OVERRIDING SYSTEM VALUE VALUES
  ('sessions', E'\\x8bd999634ad82737434118d7924a96b102fa7d43f2df2257783915a519def228', '2026-11-25 08:15:02.109+00'),
  ('user-codes', E'\\x864da33709b74abb31b7e474c631747d30eaa4287c5f63e2db0de6258653888e', '2026-11-25 08:15:02.114+00'),
  ('webhooks', E'\\xb46ae0908e36371de3d37b3e5f68bf7ff3b94b64c4351bc0f684115226a6a808', '2026-11-25 08:15:02.116+00');
INSERT INTO sign_in_challenges (nonce, wallet, message, issued_at, expires_at, used_at) OVERRIDING SYSTEM VALUE VALUES
  ('9006ebdc5b25908c35bac258792c7e6d', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', '127.0.0.1:18099 wants you to sign in with your Solana account:
EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai

Sign in to look after your agents and your rewards: to issue, rotate and revoke keys and tokens, to set guardrails, to answer intents, to read your rewards and to request payouts. Wider guardrails, and new keys beyond the base scopes, take signatures of their own. This proves that the wallet is yours; it moves no funds.

URI: http://127.0.0.1:18099
Version: 1
Chain ID: localnet
Nonce: 9006ebdc5b25908c35bac258792c7e6d
Issued At: 2026-11-25T08:15:06.976Z
Expiration Time: 2026-11-25T08:20:06.976Z', '2026-11-25 08:15:06.976+00', '2026-11-25 08:20:06.976+00', '2026-11-25 08:15:07.059+00');
INSERT INTO told_chains (chain, indexed_at) OVERRIDING SYSTEM VALUE VALUES
  ('localnet BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr', '2026-11-25 08:15:04.549+00');
INSERT INTO told_phases (chain, launch_id, phase, indexed_at) OVERRIDING SYSTEM VALUE VALUES
  ('localnet BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr', '9007199254740993', 'pending', '2026-11-25 08:15:04.549+00'),
  ('localnet BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr', '4', 'active', '2026-11-25 08:15:04.549+00'),
  ('localnet BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr', '1', 'finalized', '2026-11-25 08:15:10.035+00'),
  ('localnet BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr', '2', 'succeeded', '2026-11-25 08:15:18.655+00'),
  ('localnet BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr', '3', 'failed', '2026-11-25 08:15:24.911+00');
INSERT INTO wallet_controls (owner, switch_state, mode, policy, limits, counterparties, jurisdiction, updated_at) OVERRIDING SYSTEM VALUE VALUES
  ('EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', 'paused', 'observe', '{"denied_tools": [], "allowed_mints": null, "allowed_tools": null, "allowed_venues": null, "counterparties_only": false}', '[]', '[]', NULL, '2026-11-25 08:15:12.529+00');
INSERT INTO watched_wallets (owner, wallet, label, added_at) OVERRIDING SYSTEM VALUE VALUES
  ('EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', 'GdmdFjQc8HCZc6tb9HwkJYVqJKQht7uFCxSKvz9GEPvn', 'A friend', '2026-11-25 08:15:12.516+00');
INSERT INTO webhooks (id, owner, url, label, events, created_at, disabled_at, disabled_reason, dead_in_a_row, dropped, leased_until, served_at) OVERRIDING SYSTEM VALUE VALUES
  ('82f8f720-2c0f-4953-9931-cee24707cb61', 'EAY4n61cV78P7YsaDzh1XA4WeTBud4RYHvwaa7wCQGai', 'https://1.1.1.1/launchlens', 'Failed payouts', '{payout.failed}', '2026-11-25 08:15:12.482+00', NULL, NULL, '0', '0', NULL, NULL);
SELECT setval('payout_requests_id_seq', 2);
SELECT setval('operator_actions_id_seq', 5);
SELECT setval('credential_events_id_seq', 4);
SELECT setval('control_changes_id_seq', 2);
SELECT setval('launch_gate_legs_id_seq', 2);
