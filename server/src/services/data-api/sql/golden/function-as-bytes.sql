-- GET /rpc/bytes

with "pgrst_source" as (select "bytes"."pgrst_scalar"
  from "public"."bytes"() as "bytes" ("pgrst_scalar")) select null as total, count(*) as page, coalesce(encode(string_agg("pgrst_page"."pgrst_scalar", ''), 'hex'), '') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "pgrst_source".*
  from "pgrst_source") as "pgrst_page";
