-- GET /rpc/bytes

with "pgrst_source" as (select "pgrst_call"."pgrst_scalar"
  from "public"."bytes"() as "pgrst_call" ("pgrst_scalar")) select 1 as page, coalesce(encode(string_agg("pgrst_page"."pgrst_scalar", ''), 'hex'), '') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "bytes".*
  from "pgrst_source" as "bytes") as "pgrst_page";
