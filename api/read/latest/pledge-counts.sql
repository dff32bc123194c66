-- Every version of every pledge: at least as many as accounts, and counted without reading their keys.
SELECT launch_id, count() AS versions
FROM pledge_versions
WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
GROUP BY launch_id
