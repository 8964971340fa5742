-- GET /books?select=title,genres(label)&genres.label=eq.science

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "books"."title", coalesce("genres_1"."genres_1", '[]') as "genres"
  from "public"."books" as "books"
  left join lateral (select json_agg("genres_1".*) as "genres_1"
  from (select "genres_1"."label"
  from "public"."genres" as "genres_1"
  where exists (select
  from "public"."book_genres" as "book_genres_1"
  where "book_genres_1"."book_id" = "books"."id" and "genres_1"."id" = "book_genres_1"."genre_id") and "genres_1"."label" = $1 limit 1000) as "genres_1") as "genres_1" on true limit 1000) as "pgrst_page";
-- $1 = "science"
