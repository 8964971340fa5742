-- GET /books?select=title,covers(url)

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "books"."title", row_to_json("books_covers_1".*) as "covers"
  from "public"."books" as "books"
  left join lateral (select "covers_1"."url"
  from "public"."covers" as "covers_1"
  where "covers_1"."book_id" = "books"."id" limit 1000) as "books_covers_1" on true limit 1000) as "pgrst_page";
