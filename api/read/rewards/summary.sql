SELECT
    record_program AS program,
    settled AS paid,
    on_hold AS held,
    greatest(created_ms + {review_ms:Int64}, released_ms) <= {now_ms:Int64} AS reviewed,
    count() AS records,
    count(amount) AS priced,
    sum(toUInt128(ifNull(amount, 0))) AS total
FROM ($records)
GROUP BY program, paid, held, reviewed
