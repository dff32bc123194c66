-- Transfers out of treasuries, each once, up to the newest slot, or the newest finalized one.
WITH (SELECT tuple(revision, if({final:Bool}, finalized_slot, slot)) FROM checkpoints ORDER BY revision DESC LIMIT 1) AS known
SELECT
    moved.slot AS at_slot,
    base58Encode(moved.signature) AS tx,
    moved.ordinal AS place,
    hex(moved.destination_wallet) AS holder,
    base58Encode(moved.destination_account) AS account,
    base58Encode(moved.mint) AS token,
    moved.amount AS base_units,
    moved.memo AS text,
    moved.block_time AS time
FROM
(
    SELECT *, $died AS died FROM treasury_transfers
    WHERE slot > {after:UInt64} AND slot <= known.2 AND revision <= known.1
      AND (
          (empty({memos:Array(String)}) AND empty({wallets:Array(String)}))
          OR arrayExists(wanted -> position(memo, wanted) > 0, {memos:Array(String)})
          OR has({wallets:Array(String)}, base58Encode(destination_wallet))
      )
    ORDER BY slot, signature, ordinal, revision DESC
    LIMIT 1 BY treasury, slot, signature, ordinal
) AS moved
WHERE NOT moved.died
ORDER BY at_slot, tx, place
