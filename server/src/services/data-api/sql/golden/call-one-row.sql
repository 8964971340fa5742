-- GET /rpc/first_book?select=id,title

with "pgrst_source" as (select "pgrst_call".*
  from "public"."first_book"() as "pgrst_call") select 1 as page, coalesce(json_agg("pgrst_page".*) -> 0, 'null') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books"."id", "books"."title"
  from "pgrst_source" as "books") as "pgrst_page";
