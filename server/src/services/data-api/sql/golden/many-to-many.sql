-- GET /books?select=title,genres(label)&genres.label=eq.science

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "books"."title", coalesce("books_genres_1"."books_genres_1", '[]') as "genres"
  from "public"."books" as "books"
  left join lateral (select json_agg("books_genres_1".*) as "books_genres_1"
  from (select "genres"."label"
  from "public"."genres" as "genres"
  join "public"."book_genres" as "book_genres" on "genres"."id" = "book_genres"."genre_id"
  where "book_genres"."book_id" = "books"."id" and "genres"."label" = $1 limit 1000) as "books_genres_1") as "books_genres_1" on true limit 1000) as "pgrst_page";
-- $1 = "science"
