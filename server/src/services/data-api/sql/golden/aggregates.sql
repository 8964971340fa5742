-- GET /books?select=published,count(),total:price.sum()::text,meta->>isbn.max()&order=published

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books"."published", count(*) as "count", cast(sum("books"."price") as "text") as "total", max(("books"."meta"->>$1)) as "max"
  from "public"."books" as "books" group by 1
  order by "books"."published" limit 1000) as "pgrst_page";
-- $1 = "isbn"
