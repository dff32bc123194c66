-- Accounts are also asked for by address alone, which no table but mint_versions is ordered by. A bloom filter per
-- granule says where an address cannot be. Parts from before get theirs in the background.
ALTER TABLE launch_versions ADD INDEX IF NOT EXISTS address_bloom address TYPE bloom_filter GRANULARITY 1;
ALTER TABLE launch_versions MATERIALIZE INDEX address_bloom;
ALTER TABLE pledge_versions ADD INDEX IF NOT EXISTS address_bloom address TYPE bloom_filter GRANULARITY 1;
ALTER TABLE pledge_versions MATERIALIZE INDEX address_bloom;
ALTER TABLE token_account_versions ADD INDEX IF NOT EXISTS address_bloom address TYPE bloom_filter GRANULARITY 1;
ALTER TABLE token_account_versions MATERIALIZE INDEX address_bloom;
