-- GET /authors?select=name,...books!author_id(titles:title,prices:price,genres(label))&books.order=title.desc

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "authors"."name", coalesce("books_1"."titles", '[]') as "titles", coalesce("books_1"."prices", '[]') as "prices", coalesce("books_1"."genres", '[]') as "genres"
  from "public"."authors" as "authors"
  left join lateral (select json_agg("books_1"."titles") as "titles", json_agg("books_1"."prices") as "prices", json_agg("books_1"."genres") as "genres"
  from (select "books_1"."title" as "titles", "books_1"."price" as "prices", coalesce("genres_1"."genres_1", '[]') as "genres"
  from "public"."books" as "books_1"
  left join lateral (select json_agg("genres_1".*) as "genres_1"
  from (select "genres_1"."label"
  from "public"."genres" as "genres_1"
  where exists (select
  from "public"."book_genres" as "book_genres_1"
  where "book_genres_1"."book_id" = "books_1"."id" and "genres_1"."id" = "book_genres_1"."genre_id") limit 1000) as "genres_1") as "genres_1" on true
  where "books_1"."author_id" = "authors"."id"
  order by "books_1"."title" desc limit 1000) as "books_1" having count(*) > 0) as "books_1" on true limit 1000) as "pgrst_page";
