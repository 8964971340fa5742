-- GET /publishers?select=name,books!inner(title,authors!author_id!inner(name))&books.authors.name=eq.Ada

select (select count(*)
  from (select
  from "public"."publishers" as "publishers"
  where exists (select
  from "public"."books" as "books_1"
  where "books_1"."publisher_id" = "publishers"."id" and exists (select
  from "public"."authors" as "authors_1"
  where "authors_1"."id" = "books_1"."author_id" and "authors_1"."name" = $1))) as "pgrst_all") as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "publishers"."name", coalesce("books_1"."books_1", '[]') as "books"
  from "public"."publishers" as "publishers"
  join lateral (select json_agg("books_1".*) as "books_1"
  from (select "books_1"."title", row_to_json("authors_1".*) as "authors"
  from "public"."books" as "books_1"
  join lateral (select "authors_1"."name"
  from "public"."authors" as "authors_1"
  where "authors_1"."id" = "books_1"."author_id" and "authors_1"."name" = $2) as "authors_1" on true
  where "books_1"."publisher_id" = "publishers"."id" limit 1000) as "books_1") as "books_1" on "books_1"."books_1" is not null limit 1000) as "pgrst_page";
-- $1 = "Ada"
-- $2 = "Ada"
