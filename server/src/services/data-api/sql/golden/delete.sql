-- DELETE /books?id=eq.99

with "pgrst_source" as (delete
  from "public"."books" as "books"
  where "books"."id" = $1
  returning 1 as "pgrst_row") select null as total, count(*) as page, null as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select
  from "pgrst_source") as "pgrst_page";
-- $1 = "99"
