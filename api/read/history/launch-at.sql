SELECT
    launch_id,
    base58Encode(address) AS address_key,
    status,
    base58Encode(authority) AS authority_key,
    base58Encode(launch_mint) AS launch_mint_key,
    base58Encode(pledge_mint) AS pledge_mint_key,
    base58Encode(escrow_token_account) AS escrow_key,
    min_raise,
    max_raise,
    token_allocation,
    total_pledged,
    pledger_count,
    start_ts,
    end_ts,
    release_start_ts,
    release_cliff_seconds,
    release_duration_seconds,
    max_pledge_per_wallet,
    if(changed_slot = 0, slot, changed_slot) AS updated_slot,
    closed
FROM launch_versions
WHERE launch_id = {launch_id:UInt64} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY slot DESC, revision DESC
LIMIT 1
