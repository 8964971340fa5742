-- GET /cheap_books?select=name,authors(name)

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "cheap_books"."name", row_to_json("cheap_books_authors_1".*) as "authors"
  from "public"."cheap_books" as "cheap_books"
  left join lateral (select "authors_1"."name"
  from "public"."authors" as "authors_1"
  where "authors_1"."id" = "cheap_books"."author_id" limit 1000) as "cheap_books_authors_1" on true limit 1000) as "pgrst_page";
