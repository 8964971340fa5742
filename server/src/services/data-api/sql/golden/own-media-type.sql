-- GET /genres

select count(*) as page, concat("public"."lines_of"("pgrst_page"::"public"."genres")) as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "genres".*
  from "public"."genres" as "genres" limit 1000) as "pgrst_page";
