-- Transactions are also asked for by their signature alone, which no table is ordered by.
ALTER TABLE escrow_flows ADD INDEX IF NOT EXISTS signature_bloom signature TYPE bloom_filter GRANULARITY 1;
ALTER TABLE escrow_flows MATERIALIZE INDEX signature_bloom;
ALTER TABLE launch_versions ADD INDEX IF NOT EXISTS signature_bloom signature TYPE bloom_filter GRANULARITY 1;
ALTER TABLE launch_versions MATERIALIZE INDEX signature_bloom;
