-- GET /books?limit=50

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books".*
  from "public"."books" as "books" limit 10 offset $1::bigint) as "pgrst_page";
-- $1 = 10
