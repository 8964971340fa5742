-- GET /books?select=meta->>isbn,authors!author_id(name),genres(label),price.avg()

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select ("books"."meta"->>$1) as "isbn", avg("books"."price") as "avg", row_to_json("books_authors_1".*)::jsonb as "authors", coalesce("books_genres_1"."books_genres_1"::jsonb, '[]') as "genres"
  from "public"."books" as "books"
  left join lateral (select "authors_1"."name"
  from "public"."authors" as "authors_1"
  where "authors_1"."id" = "books"."author_id") as "books_authors_1" on true
  left join lateral (select json_agg("books_genres_1".*) as "books_genres_1"
  from (select "genres"."label"
  from "public"."genres" as "genres"
  join "public"."book_genres" as "book_genres" on "genres"."id" = "book_genres"."genre_id"
  where "book_genres"."book_id" = "books"."id" limit 1000) as "books_genres_1") as "books_genres_1" on true group by 1, 3, 4 limit 1000) as "pgrst_page";
-- $1 = "isbn"
