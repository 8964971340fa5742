-- PATCH /books?id=eq.1

with "pgrst_source" as (select 1 as "pgrst_row"
  from "public"."books" as "books"
  where false) select count(*) as page, null as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select
  from "pgrst_source") as "pgrst_page";
