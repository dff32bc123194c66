-- Close to the number of accounts, in little memory for any number of them.
SELECT uniq(pledger) AS accounts
FROM pledge_versions
WHERE launch_id = {launch_id:UInt64} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
