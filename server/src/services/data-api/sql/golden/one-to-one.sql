-- GET /books?select=title,covers(url)

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books"."title", row_to_json("books_covers_1".*) as "covers"
  from "public"."books" as "books"
  left join lateral (select "covers_1"."url"
  from "public"."covers" as "covers_1"
  where "covers_1"."book_id" = "books"."id" limit 1000) as "books_covers_1" on true limit 1000) as "pgrst_page";
