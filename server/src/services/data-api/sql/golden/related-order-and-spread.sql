-- GET /books?select=title,...authors!author_id(author:name)&order=authors(author).desc

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books"."title", "books_authors_1".*
  from "public"."books" as "books"
  left join lateral (select "authors_1"."name" as "author"
  from "public"."authors" as "authors_1"
  where "authors_1"."id" = "books"."author_id") as "books_authors_1" on true
  order by "books_authors_1"."author" desc limit 1000) as "pgrst_page";
