-- GET /genres

select count(*) as page, json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg("public"."st_asgeojson"("pgrst_page".*)::json), '[]')) as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status
  from (select "genres".*
  from "public"."genres" as "genres" limit 1000) as "pgrst_page";
