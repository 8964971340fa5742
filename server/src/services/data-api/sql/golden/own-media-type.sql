-- GET /genres

select count(*) as page, concat("public"."lines_of"("pgrst_page"::"public"."genres")) as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status
  from (select "genres".*
  from "public"."genres" as "genres" limit 1000) as "pgrst_page";
