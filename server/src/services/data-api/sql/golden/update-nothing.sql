-- PATCH /books?id=eq.1

with "pgrst_source" as (select 1 as "pgrst_row"
  from "public"."books" as "books"
  where false) select null as total, count(*) as page, null as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select
  from "pgrst_source") as "pgrst_page";
