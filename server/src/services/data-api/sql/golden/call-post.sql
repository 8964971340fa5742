-- POST /rpc/add_up

with "pgrst_source" as (select "pgrst_call"."pgrst_scalar"
  from json_to_record($1::json) as "pgrst_arguments" ("a" integer), lateral "public"."add_up"("a" => "pgrst_arguments"."a") as "pgrst_call" ("pgrst_scalar")) select 1 as page, coalesce(pg_catalog.to_json("pgrst_page"."pgrst_scalar"), 'null') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "add_up".*
  from "pgrst_source" as "add_up") as "pgrst_page";
-- $1 = the body
