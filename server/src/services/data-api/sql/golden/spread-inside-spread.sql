-- GET /publishers?select=*,...books!inner(title,...authors!author_id(*),...genres(label))

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "publishers".*, coalesce("books_1"."title", '[]') as "title", coalesce("books_1"."id", '[]') as "id", coalesce("books_1"."name", '[]') as "name", coalesce("books_1"."born", '[]') as "born", coalesce("books_1"."mentor_id", '[]') as "mentor_id", coalesce("books_1"."label", '[]') as "label"
  from "public"."publishers" as "publishers"
  join lateral (select json_agg("books_1"."title") as "title", json_agg("books_1"."id") as "id", json_agg("books_1"."name") as "name", json_agg("books_1"."born") as "born", json_agg("books_1"."mentor_id") as "mentor_id", json_agg("books_1"."label") as "label"
  from (select "books_1"."title", "authors_1"."id", "authors_1"."name", "authors_1"."born", "authors_1"."mentor_id", coalesce("genres_1"."label", '[]') as "label"
  from "public"."books" as "books_1"
  left join lateral (select "authors_1"."id", "authors_1"."name", "authors_1"."born", "authors_1"."mentor_id"
  from "public"."authors" as "authors_1"
  where "authors_1"."id" = "books_1"."author_id") as "authors_1" on true
  left join lateral (select json_agg("genres_1"."label") as "label"
  from (select "genres_1"."label"
  from "public"."genres" as "genres_1"
  where exists (select
  from "public"."book_genres" as "book_genres_1"
  where "book_genres_1"."book_id" = "books_1"."id" and "genres_1"."id" = "book_genres_1"."genre_id") limit 1000) as "genres_1" having count(*) > 0) as "genres_1" on true
  where "books_1"."publisher_id" = "publishers"."id" limit 1000) as "books_1" having count(*) > 0) as "books_1" on true limit 1000) as "pgrst_page";
