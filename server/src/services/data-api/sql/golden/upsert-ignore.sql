-- POST /genres

with "pgrst_source" as (insert into "public"."genres" as "genres" ("id", "label") select "_"."id", "_"."label"
  from json_to_recordset($1::json) as "_" ("id" integer, "label" text)
  on conflict ("id") do nothing
  returning 1 as "pgrst_row") select null as total, count(*) as page, null as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select
  from "pgrst_source") as "pgrst_page";
-- $1 = the body
