-- A page of the instructions with one account, or of one that is rarely executed, reads the granules that have some.
ALTER TABLE program_instructions ADD INDEX IF NOT EXISTS type_set type TYPE set(64) GRANULARITY 1;
ALTER TABLE program_instructions MATERIALIZE INDEX type_set;
ALTER TABLE program_instructions ADD INDEX IF NOT EXISTS accounts_bloom reinterpret(accounts, 'Array(FixedString(32))') TYPE bloom_filter GRANULARITY 1;
ALTER TABLE program_instructions MATERIALIZE INDEX accounts_bloom;
