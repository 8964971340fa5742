-- GET /rpc/any_rows?n=2

with "pgrst_source" as (select "pgrst_call"."pgrst_scalar"
  from (select "public"."any_rows"("n" => $1::integer) as "pgrst_scalar") as "pgrst_call") select count(*) as page, coalesce(json_agg("pgrst_page"."pgrst_scalar"), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "any_rows".*
  from "pgrst_source" as "any_rows" limit 1000) as "pgrst_page";
-- $1 = "2"
