-- POST /authors?on_conflict=name

with "pgrst_source" as (insert into "public"."authors" as "authors" ("name", "born") select "_"."name", "_"."born"
  from json_to_record($1::json) as "_" ("name" text, "born" date)
  on conflict ("name") do update
  set "name" = excluded."name", "born" = excluded."born"
  returning "authors"."id", "authors"."name", "authors"."born", "authors"."mentor_id", ("authors"."xmax" = 0) as "pgrst_inserted") select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took, (select count(*)
  from "pgrst_source"
  where "pgrst_inserted") as inserted
  from (select "authors"."id", "authors"."name", "authors"."born", "authors"."mentor_id"
  from "pgrst_source" as "authors") as "pgrst_page";
-- $1 = the body
