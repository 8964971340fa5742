-- PATCH /books?id=eq.3&select=id,title

with "pgrst_source" as (update "public"."books" as "books"
  set "title" = "pgrst_body"."title", "price" = "pgrst_body"."price"
  from (select "_"."title", "_"."price"
  from json_to_record($1::json) as "_" ("title" text, "price" numeric(8,2)) limit 1) as "pgrst_body"
  where "books"."id" = $2
  returning "books"."id", "books"."title") select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books"."id", "books"."title"
  from "pgrst_source" as "books") as "pgrst_page";
-- $1 = the body
-- $2 = "3"
