-- GET /rpc/books_by?author=Ada&select=title,genres(label)&price=gt.1&order=title&limit=1

with "pgrst_source" as (select "pgrst_call".*
  from "public"."books_by"("author" => $1::text) as "pgrst_call") select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, (select count(*)
  from (select
  from "pgrst_source" as "books"
  where "books"."price" > $2) as "pgrst_all") as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books"."title", coalesce("books_genres_1"."books_genres_1", '[]') as "genres"
  from "pgrst_source" as "books"
  left join lateral (select json_agg("books_genres_1".*) as "books_genres_1"
  from (select "genres"."label"
  from "public"."genres" as "genres"
  join "public"."book_genres" as "book_genres" on "genres"."id" = "book_genres"."genre_id"
  where "book_genres"."book_id" = "books"."id" limit 1000) as "books_genres_1") as "books_genres_1" on true
  where "books"."price" > $3
  order by "books"."title" limit 1) as "pgrst_page";
-- $1 = "Ada"
-- $2 = "1"
-- $3 = "1"
