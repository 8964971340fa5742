-- GET /authors?select=name

select null as total, count(*) as page, concat("public"."tabs_of"("pgrst_page")) as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "authors"."name"
  from "public"."authors" as "authors" limit 1000) as "pgrst_page";
