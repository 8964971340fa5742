-- GET /authors?select=name,...books!author_id(titles:title,prices:price,genres(label))&books.order=title.desc

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors"."name", coalesce("authors_books_1"."titles", '[]') as "titles", coalesce("authors_books_1"."prices", '[]') as "prices", coalesce("authors_books_1"."genres", '[]') as "genres"
  from "public"."authors" as "authors"
  left join lateral (select json_agg("authors_books_1"."titles") as "titles", json_agg("authors_books_1"."prices") as "prices", json_agg("authors_books_1"."genres") as "genres"
  from (select "books_1"."title" as "titles", "books_1"."price" as "prices", coalesce("books_genres_2"."books_genres_2", '[]') as "genres"
  from "public"."books" as "books_1"
  left join lateral (select json_agg("books_genres_2".*) as "books_genres_2"
  from (select "genres"."label"
  from "public"."genres" as "genres"
  join "public"."book_genres" as "book_genres" on "genres"."id" = "book_genres"."genre_id"
  where "book_genres"."book_id" = "books_1"."id" limit 1000) as "books_genres_2") as "books_genres_2" on true
  where "books_1"."author_id" = "authors"."id"
  order by "books_1"."title" desc limit 1000) as "authors_books_1" having count(*) > 0) as "authors_books_1" on true limit 1000) as "pgrst_page";
