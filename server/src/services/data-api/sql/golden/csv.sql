-- GET /authors?select=id,name

with "pgrst_page" as (select "authors"."id", "authors"."name"
  from "public"."authors" as "authors" limit 1000) select count(*) as page, (select coalesce(string_agg("key", ','), '')
  from json_object_keys((select row_to_json("first".*)
  from "pgrst_page" as "first" limit 1)) as "key") || chr(10) || coalesce(string_agg(substr("pgrst_page"::text, 2, length("pgrst_page"::text) - 2), chr(10)), '') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from "pgrst_page";
