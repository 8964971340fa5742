-- GET /publishers?select=*,...books!inner(title,...authors!author_id(*),...genres(label))

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "publishers".*, coalesce("publishers_books_1"."title", '[]') as "title", coalesce("publishers_books_1"."id", '[]') as "id", coalesce("publishers_books_1"."name", '[]') as "name", coalesce("publishers_books_1"."born", '[]') as "born", coalesce("publishers_books_1"."mentor_id", '[]') as "mentor_id", coalesce("publishers_books_1"."label", '[]') as "label"
  from "public"."publishers" as "publishers"
  join lateral (select json_agg("publishers_books_1"."title") as "title", json_agg("publishers_books_1"."id") as "id", json_agg("publishers_books_1"."name") as "name", json_agg("publishers_books_1"."born") as "born", json_agg("publishers_books_1"."mentor_id") as "mentor_id", json_agg("publishers_books_1"."label") as "label"
  from (select "books_1"."title", "books_authors_2"."id", "books_authors_2"."name", "books_authors_2"."born", "books_authors_2"."mentor_id", coalesce("books_genres_2"."label", '[]') as "label"
  from "public"."books" as "books_1"
  left join lateral (select "authors_2"."id", "authors_2"."name", "authors_2"."born", "authors_2"."mentor_id"
  from "public"."authors" as "authors_2"
  where "authors_2"."id" = "books_1"."author_id" limit 1000) as "books_authors_2" on true
  left join lateral (select json_agg("books_genres_2"."label") as "label"
  from (select "genres"."label"
  from "public"."genres" as "genres"
  join "public"."book_genres" as "book_genres" on "genres"."id" = "book_genres"."genre_id"
  where "book_genres"."book_id" = "books_1"."id" limit 1000) as "books_genres_2" having count(*) > 0) as "books_genres_2" on true
  where "books_1"."publisher_id" = "publishers"."id" limit 1000) as "publishers_books_1" having count(*) > 0) as "publishers_books_1" on true limit 1000) as "pgrst_page";
