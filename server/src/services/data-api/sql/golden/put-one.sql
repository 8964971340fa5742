-- PUT /genres?id=eq.3

with "pgrst_source" as (insert into "public"."genres" as "genres" ("id", "label") select "id", "label"
  from (select "_"."id", "_"."label"
  from json_to_record($1::json) as "_" ("id" integer, "label" text)) as "pgrst_body"
  where "pgrst_body"."id" = $2
  on conflict ("id") do update
  set "id" = excluded."id", "label" = excluded."label"
  returning ("genres"."xmax" = 0) as "pgrst_inserted") select count(*) as page, null as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, (select count(*)
  from "pgrst_source") as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took, (select count(*)
  from "pgrst_source"
  where "pgrst_inserted") as inserted
  from (select
  from "pgrst_source") as "pgrst_page";
-- $1 = the body
-- $2 = "3"
