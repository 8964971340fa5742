-- GET /authors?select=name,initials

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors"."name", "authors"."initials"
  from "public"."authors" as "authors" limit 1000) as "pgrst_page";
