-- GET /authors?select=name,books!author_id!inner(title)&books.or=(price.gt.6,published.is.false)

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors"."name", coalesce("authors_books_1"."authors_books_1", '[]') as "books"
  from "public"."authors" as "authors"
  join lateral (select json_agg("authors_books_1".*) as "authors_books_1"
  from (select "books_1"."title"
  from "public"."books" as "books_1"
  where "books_1"."author_id" = "authors"."id" and ("books_1"."price" > $1 or "books_1"."published" is false) limit 1000) as "authors_books_1") as "authors_books_1" on "authors_books_1"."authors_books_1" is not null limit 1000) as "pgrst_page";
-- $1 = "6"
