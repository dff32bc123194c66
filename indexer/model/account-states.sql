-- The newest version of every account at or below a slot, in rows of at most a revision, with the account's
-- on-chain bytes. Pledges are identified by launch and wallet, as for readers. A few addresses are compared as
-- stored, so that the address index can exclude parts.
SELECT
    address,
    'pledge' AS kind,
    launch_id AS launch,
    pledger AS wallet,
    slot AS since,
    if(changed_slot = 0, slot, changed_slot) AS changed,
    closed AS gone,
    lamports AS balance,
    if(closed, '', {{pledge_bytes}}) AS bytes
FROM
(
    SELECT * FROM pledge_versions
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
      AND launch_id BETWEEN {first_launch:UInt64} AND {last_launch:UInt64}
      AND ({everything:Bool} OR address IN (SELECT toFixedString(unhex(arrayJoin({only:Array(String)})), 32)))
    ORDER BY slot DESC, revision DESC
    LIMIT 1 BY launch_id, pledger
)

UNION ALL

SELECT
    address,
    'launch',
    launch_id,
    toFixedString('', 32),
    slot,
    if(changed_slot = 0, slot, changed_slot),
    closed,
    lamports,
    if(closed, '', {{launch_bytes}})
FROM
(
    SELECT * FROM launch_versions
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
      AND launch_id BETWEEN {first_launch:UInt64} AND {last_launch:UInt64}
      AND ({everything:Bool} OR address IN (SELECT toFixedString(unhex(arrayJoin({only:Array(String)})), 32)))
    ORDER BY slot DESC, revision DESC
    LIMIT 1 BY address
)

UNION ALL

SELECT address, toString(role), launch_id, toFixedString('', 32), slot, if(changed_slot = 0, slot, changed_slot), closed, lamports, data
FROM
(
    SELECT * FROM token_account_versions
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
      AND launch_id BETWEEN {first_launch:UInt64} AND {last_launch:UInt64}
      AND ({everything:Bool} OR address IN (SELECT toFixedString(unhex(arrayJoin({only:Array(String)})), 32)))
    ORDER BY slot DESC, revision DESC
    LIMIT 1 BY address
)

UNION ALL

SELECT address, 'mint', toUInt64(0), toFixedString('', 32), slot, if(changed_slot = 0, slot, changed_slot), closed, lamports, data
FROM
(
    SELECT * FROM mint_versions
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
      AND ({everything:Bool} OR address IN (SELECT toFixedString(unhex(arrayJoin({only:Array(String)})), 32)))
    ORDER BY slot DESC, revision DESC
    LIMIT 1 BY address
)

UNION ALL

SELECT address, 'quarantine', toUInt64(0), owner, slot, slot, toUInt8(lamports = 0), lamports, data
FROM
(
    SELECT * FROM quarantine
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
      AND ({everything:Bool} OR address IN (SELECT toFixedString(unhex(arrayJoin({only:Array(String)})), 32)))
    ORDER BY slot DESC, revision DESC
    LIMIT 1 BY address
)
