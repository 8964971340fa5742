-- POST /authors?select=id,name&columns=name,born

with "pgrst_source" as (insert into "public"."authors" as "authors" ("name", "born") select "_"."name", "_"."born"
  from json_to_recordset($1::json) as "_" ("name" text, "born" date)
  returning "authors"."id", "authors"."name") select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors"."id", "authors"."name"
  from "pgrst_source" as "authors") as "pgrst_page";
-- $1 = the body
