-- POST /paints

with "pgrst_source" as (insert into "public"."paints" as "paints" ("id", "tint") select "_"."id", "public"."color_of"("_"."tint") as "tint"
  from json_to_recordset($1::json) as "_" ("id" integer, "tint" json)
  returning "paints"."id", "paints"."tint", "paints"."label") select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "paints"."id", "public"."to_json"("paints"."tint") as "tint", "paints"."label"
  from "pgrst_source" as "paints") as "pgrst_page";
-- $1 = the body
