-- As for the other tables of accounts: what was quarantined is also asked for by address alone.
ALTER TABLE quarantine ADD INDEX IF NOT EXISTS address_bloom address TYPE bloom_filter GRANULARITY 1;
ALTER TABLE quarantine MATERIALIZE INDEX address_bloom;
