-- DELETE /books?id=eq.99

with "pgrst_source" as (delete
  from "public"."books" as "books"
  where "books"."id" = $1
  returning 1 as "pgrst_row") select count(*) as page, null as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select
  from "pgrst_source") as "pgrst_page";
-- $1 = "99"
