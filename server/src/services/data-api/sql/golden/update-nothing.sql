-- PATCH /books?id=eq.1

with "pgrst_source" as (select 1 as "pgrst_row"
  from "public"."books" as "books"
  where false) select count(*) as page, null as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status
  from (select
  from "pgrst_source") as "pgrst_page";
