-- GET /authors?select=name&name_length=gt.2&order=name_length

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "authors"."name"
  from "public"."authors" as "authors"
  where "authors"."name_length" > $1
  order by "authors"."name_length" limit 1000) as "pgrst_page";
-- $1 = "2"
