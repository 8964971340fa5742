-- GET /authors?select=id,name

with "pgrst_page" as (select "authors"."id", "authors"."name"
  from "public"."authors" as "authors" limit 1000) select null as total, count(*) as page, (select coalesce(string_agg("key", ','), '')
  from json_object_keys((select row_to_json("first".*)
  from "pgrst_page" as "first" limit 1)) as "key") || chr(10) || coalesce(string_agg(substr("pgrst_page"::text, 2, length("pgrst_page"::text) - 2), chr(10)), '') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from "pgrst_page";
