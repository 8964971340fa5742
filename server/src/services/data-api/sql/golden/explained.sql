-- GET /genres?id=eq.1

explain (verbose, format json) select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "genres".*
  from "public"."genres" as "genres"
  where "genres"."id" = $1 limit 1000) as "pgrst_page";
-- $1 = "1"
