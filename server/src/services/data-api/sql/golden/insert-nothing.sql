-- POST /logs

with "pgrst_source" as (insert into "public"."logs" as "logs" select
  returning 1 as "pgrst_row") select null as total, count(*) as page, null as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select
  from "pgrst_source") as "pgrst_page";
