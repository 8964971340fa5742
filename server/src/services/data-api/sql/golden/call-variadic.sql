-- GET /rpc/shout?words=a&words=b

with "pgrst_source" as (select "pgrst_call"."pgrst_scalar"
  from "public"."shout"(variadic "words" => $1::text[]) as "pgrst_call" ("pgrst_scalar")) select 1 as page, coalesce(pg_catalog.to_json("pgrst_page"."pgrst_scalar"), 'null') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "shout".*
  from "pgrst_source" as "shout") as "pgrst_page";
-- $1 = ["a","b"]
