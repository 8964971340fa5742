-- GET /publishers?select=name,books!inner(title,authors!author_id!inner(name))&books.authors.name=eq.Ada

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, (select count(*)
  from (select
  from "public"."publishers" as "publishers"
  where exists (select
  from "public"."books" as "books_1"
  where "books_1"."publisher_id" = "publishers"."id" and exists (select
  from "public"."authors" as "authors_2"
  where "authors_2"."id" = "books_1"."author_id" and "authors_2"."name" = $1))) as "pgrst_all") as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "publishers"."name", coalesce("publishers_books_1"."publishers_books_1", '[]') as "books"
  from "public"."publishers" as "publishers"
  join lateral (select json_agg("publishers_books_1".*) as "publishers_books_1"
  from (select "books_1"."title", row_to_json("books_authors_2".*) as "authors"
  from "public"."books" as "books_1"
  join lateral (select "authors_2"."name"
  from "public"."authors" as "authors_2"
  where "authors_2"."id" = "books_1"."author_id" and "authors_2"."name" = $2) as "books_authors_2" on true
  where "books_1"."publisher_id" = "publishers"."id" limit 1000) as "publishers_books_1") as "publishers_books_1" on "publishers_books_1"."publishers_books_1" is not null limit 1000) as "pgrst_page";
-- $1 = "Ada"
-- $2 = "Ada"
