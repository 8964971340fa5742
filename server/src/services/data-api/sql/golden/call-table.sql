-- GET /rpc/stats?kind=eq.books

with "pgrst_source" as (select "pgrst_call".*
  from "public"."stats"() as "pgrst_call") select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "stats".*
  from "pgrst_source" as "stats"
  where "stats"."kind" = $1 limit 1000) as "pgrst_page";
-- $1 = "books"
