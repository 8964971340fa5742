-- GET /genres

select null as total, count(*) as page, json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg("public"."st_asgeojson"("pgrst_page".*)::json), '[]')) as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "genres".*
  from "public"."genres" as "genres" limit 1000) as "pgrst_page";
