-- GET /books?select=title,genres(label)&genres.label=eq.science

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books"."title", coalesce("books_genres_1"."books_genres_1", '[]') as "genres"
  from "public"."books" as "books"
  left join lateral (select json_agg("books_genres_1".*) as "books_genres_1"
  from (select "genres"."label"
  from "public"."genres" as "genres"
  join "public"."book_genres" as "book_genres" on "genres"."id" = "book_genres"."genre_id"
  where "book_genres"."book_id" = "books"."id" and "genres"."label" = $1 limit 1000) as "books_genres_1") as "books_genres_1" on true limit 1000) as "pgrst_page";
-- $1 = "science"
