-- GET /books?select=title,author:authors!author_id(name)

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books"."title", row_to_json("books_author_1".*) as "author"
  from "public"."books" as "books"
  left join lateral (select "authors_1"."name"
  from "public"."authors" as "authors_1"
  where "authors_1"."id" = "books"."author_id" limit 1000) as "books_author_1" on true limit 1000) as "pgrst_page";
