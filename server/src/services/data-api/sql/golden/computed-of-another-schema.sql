-- GET /authors?select=name,initials

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "authors"."name", "authors"."initials"
  from "public"."authors" as "authors" limit 1000) as "pgrst_page";
