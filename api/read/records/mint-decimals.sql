SELECT
    base58Encode(address) AS mint_key,
    argMax(decimals, (slot, revision)) AS mint_decimals,
    min(slot) AS since
FROM mint_versions
WHERE hex(address) IN ({addresses:Array(String)}) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    AND NOT closed
GROUP BY address
