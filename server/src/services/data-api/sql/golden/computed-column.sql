-- GET /authors?select=name&name_length=gt.2&order=name_length

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status
  from (select "authors"."name"
  from "public"."authors" as "authors"
  where "authors"."name_length" > $1
  order by "authors"."name_length" limit 1000) as "pgrst_page";
-- $1 = "2"
