-- GET /rpc/add_up?a=1&b=2

with "pgrst_source" as (select "add_up"."pgrst_scalar"
  from "public"."add_up"("a" => $1::integer, "b" => $2::integer) as "add_up" ("pgrst_scalar")) select null as total, count(*) as page, coalesce(json_agg("pgrst_page"."pgrst_scalar") -> 0, 'null') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "pgrst_source".*
  from "pgrst_source") as "pgrst_page";
-- $1 = "1"
-- $2 = "2"
