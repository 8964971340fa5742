-- GET /books?limit=50

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status
  from (select "books".*
  from "public"."books" as "books" limit 10 offset $1::bigint) as "pgrst_page";
-- $1 = 10
