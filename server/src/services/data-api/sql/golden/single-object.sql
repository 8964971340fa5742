-- GET /authors?id=eq.1

select count(*) as page, coalesce(json_agg("pgrst_page".*) -> 0, 'null') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors".*
  from "public"."authors" as "authors"
  where "authors"."id" = $1 limit 1000) as "pgrst_page";
-- $1 = "1"
