-- GET /authors?select=name&name_length=gt.2&order=name_length

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors"."name"
  from "public"."authors" as "authors"
  where "authors"."name_length" > $1
  order by "authors"."name_length" limit 1000) as "pgrst_page";
-- $1 = "2"
