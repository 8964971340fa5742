-- GET /authors?select=name

select count(*) as page, concat("public"."tabs_of"("pgrst_page")) as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status
  from (select "authors"."name"
  from "public"."authors" as "authors" limit 1000) as "pgrst_page";
