-- GET /books?limit=50

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "books".*
  from "public"."books" as "books" limit 10 offset $1::bigint) as "pgrst_page";
-- $1 = 10
