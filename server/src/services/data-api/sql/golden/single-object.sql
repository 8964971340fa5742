-- GET /authors?id=eq.1

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*) -> 0, 'null') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "authors".*
  from "public"."authors" as "authors"
  where "authors"."id" = $1 limit 1000) as "pgrst_page";
-- $1 = "1"
