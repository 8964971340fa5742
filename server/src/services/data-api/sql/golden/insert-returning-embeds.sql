-- POST /books?select=title,authors!author_id(name)

with "pgrst_source" as (insert into "public"."books" as "books" ("title", "author_id") select "_"."title", "_"."author_id"
  from json_to_record($1::json) as "_" ("title" text, "author_id" integer)
  returning "books"."title", "books"."author_id", "books"."id") select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books"."title", row_to_json("books_authors_1".*) as "authors"
  from "pgrst_source" as "books"
  left join lateral (select "authors_1"."name"
  from "public"."authors" as "authors_1"
  where "authors_1"."id" = "books"."author_id") as "books_authors_1" on true) as "pgrst_page";
-- $1 = the body
