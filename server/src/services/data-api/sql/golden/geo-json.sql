-- GET /genres

select count(*) as page, json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg("public"."st_asgeojson"("pgrst_page".*)::json), '[]')) as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "genres".*
  from "public"."genres" as "genres" limit 1000) as "pgrst_page";
