-- GET /books?select=title,author:authors!author_id(name)

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "books"."title", row_to_json("books_author_1".*) as "author"
  from "public"."books" as "books"
  left join lateral (select "authors_1"."name"
  from "public"."authors" as "authors_1"
  where "authors_1"."id" = "books"."author_id" limit 1000) as "books_author_1" on true limit 1000) as "pgrst_page";
