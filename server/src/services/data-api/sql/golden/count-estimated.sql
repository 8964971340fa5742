-- GET /books?id=gt.1

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, (select count(*)
  from (select
  from "public"."books" as "books"
  where "books"."id" > $1 limit 1001) as "pgrst_all") as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books".*
  from "public"."books" as "books"
  where "books"."id" > $2 limit 1000) as "pgrst_page";
-- $1 = "1"
-- $2 = "1"

explain (format json) select
  from "public"."books" as "books"
  where "books"."id" > $1;
-- $1 = "1"
