-- POST /authors

with "pgrst_source" as (insert into "public"."authors" as "authors" ("name", "born") select "_"."name", "_"."born"
  from json_to_record($1::json) as "_" ("name" text, "born" date)
  returning 1 as "pgrst_row") select count(*) as page, null as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select
  from "pgrst_source") as "pgrst_page";
-- $1 = the body
