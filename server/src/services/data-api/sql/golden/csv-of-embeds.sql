-- GET /books?select=id,genres(label)

with "pgrst_page" as (select "books"."id", coalesce("books_genres_1"."books_genres_1"::jsonb, '[]') as "genres"
  from "public"."books" as "books"
  left join lateral (select json_agg("books_genres_1".*) as "books_genres_1"
  from (select "genres"."label"
  from "public"."genres" as "genres"
  join "public"."book_genres" as "book_genres" on "genres"."id" = "book_genres"."genre_id"
  where "book_genres"."book_id" = "books"."id" limit 1000) as "books_genres_1") as "books_genres_1" on true limit 1000) select count(*) as page, (select coalesce(string_agg("key", ','), '')
  from json_object_keys((select row_to_json("first".*)
  from "pgrst_page" as "first" limit 1)) as "key") || chr(10) || coalesce(string_agg(substr("pgrst_page"::text, 2, length("pgrst_page"::text) - 2), chr(10)), '') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from "pgrst_page";
