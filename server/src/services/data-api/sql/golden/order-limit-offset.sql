-- GET /books?order=price.desc.nullslast,title&limit=10&offset=20

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books".*
  from "public"."books" as "books"
  order by "books"."price" desc nulls last, "books"."title" limit 10 offset $1::bigint) as "pgrst_page";
-- $1 = 20
