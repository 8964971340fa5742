-- GET /genres

select null as total, count(*) as page, concat("public"."lines_of"("pgrst_page"::"public"."genres")) as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "genres".*
  from "public"."genres" as "genres" limit 1000) as "pgrst_page";
