-- GET /books?select=title,covers(),genres(label)&covers=is.null&genres=not.is.null

select (select count(*)
  from (select
  from "public"."books" as "books"
  where not exists (select
  from "public"."covers" as "covers_1"
  where "covers_1"."book_id" = "books"."id") and exists (select
  from "public"."genres" as "genres_1"
  where exists (select
  from "public"."book_genres" as "book_genres_1"
  where "book_genres_1"."book_id" = "books"."id" and "genres_1"."id" = "book_genres_1"."genre_id"))) as "pgrst_all") as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "books"."title", coalesce("genres_1"."genres_1", '[]') as "genres"
  from "public"."books" as "books"
  left join lateral (select 1
  from "public"."covers" as "covers_1"
  where "covers_1"."book_id" = "books"."id") as "covers_1" on true
  left join lateral (select json_agg("genres_1".*) as "genres_1"
  from (select "genres_1"."label"
  from "public"."genres" as "genres_1"
  where exists (select
  from "public"."book_genres" as "book_genres_1"
  where "book_genres_1"."book_id" = "books"."id" and "genres_1"."id" = "book_genres_1"."genre_id") limit 1000) as "genres_1") as "genres_1" on true
  where "covers_1" is not distinct from null and "genres_1"."genres_1" is distinct from null limit 1000) as "pgrst_page";
