-- GET /books?select=title,covers(),genres(label)&covers=is.null&genres=not.is.null

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, (select count(*)
  from (select
  from "public"."books" as "books"
  where not exists (select
  from "public"."covers" as "covers_1"
  where "covers_1"."book_id" = "books"."id") and exists (select
  from "public"."genres" as "genres"
  join "public"."book_genres" as "book_genres" on "genres"."id" = "book_genres"."genre_id"
  where "book_genres"."book_id" = "books"."id")) as "pgrst_all") as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books"."title", coalesce("books_genres_1"."books_genres_1", '[]') as "genres"
  from "public"."books" as "books"
  left join lateral (select 1
  from "public"."covers" as "covers_1"
  where "covers_1"."book_id" = "books"."id") as "books_covers_1" on true
  left join lateral (select json_agg("books_genres_1".*) as "books_genres_1"
  from (select "genres"."label"
  from "public"."genres" as "genres"
  join "public"."book_genres" as "book_genres" on "genres"."id" = "book_genres"."genre_id"
  where "book_genres"."book_id" = "books"."id" limit 1000) as "books_genres_1") as "books_genres_1" on true
  where "books_covers_1" is not distinct from null and "books_genres_1"."books_genres_1" is distinct from null limit 1000) as "pgrst_page";
