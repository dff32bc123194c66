-- What a wallet may claim of one programme.
SELECT record_id, assumeNotNull(amount) AS worth
FROM ($records)
WHERE NOT settled
  AND NOT on_hold
  AND greatest(created_ms + {review_ms:Int64}, released_ms) <= {now_ms:Int64}
  AND amount IS NOT NULL
  AND record_program NOT IN {history_only:Array(String)}
ORDER BY record_id
