-- GET /genres?id=eq.1

explain (verbose, format json) select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "genres".*
  from "public"."genres" as "genres"
  where "genres"."id" = $1 limit 1000) as "pgrst_page";
-- $1 = "1"
