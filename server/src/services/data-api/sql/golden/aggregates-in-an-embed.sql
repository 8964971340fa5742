-- GET /authors?select=name,books!author_id(published,price.max())

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors"."name", coalesce("authors_books_1"."authors_books_1", '[]') as "books"
  from "public"."authors" as "authors"
  left join lateral (select json_agg("authors_books_1".*) as "authors_books_1"
  from (select "books_1"."published", max("books_1"."price") as "max"
  from "public"."books" as "books_1"
  where "books_1"."author_id" = "authors"."id" group by 1 limit 1000) as "authors_books_1") as "authors_books_1" on true limit 1000) as "pgrst_page";
