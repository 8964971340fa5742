-- DELETE /books?id=eq.99

with "pgrst_source" as (delete
  from "public"."books" as "books"
  where "books"."id" = $1
  returning 1 as "pgrst_row") select count(*) as page, null as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status
  from (select
  from "pgrst_source") as "pgrst_page";
-- $1 = "99"
