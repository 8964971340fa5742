-- GET /rpc/numbers?upto=5&limit=2

with "pgrst_source" as (select "pgrst_call"."pgrst_scalar"
  from "public"."numbers"("upto" => $1::integer) as "pgrst_call" ("pgrst_scalar")) select count(*) as page, coalesce(json_agg("pgrst_page"."pgrst_scalar"), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, (select count(*)
  from (select
  from "pgrst_source" as "numbers") as "pgrst_all") as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "numbers".*
  from "pgrst_source" as "numbers" limit 2) as "pgrst_page";
-- $1 = "5"
