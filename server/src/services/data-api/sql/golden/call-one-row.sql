-- GET /rpc/first_book?select=id,title

with "pgrst_source" as (select "first_book".*
  from "public"."first_book"() as "first_book") select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*) -> 0, 'null') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "books"."id", "books"."title"
  from "pgrst_source" as "books") as "pgrst_page";
