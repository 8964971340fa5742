-- GET /books?title=like(any).{N*,G*}&id=gt(all).{0,1}&id=eq(any).{1,2}

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books".*
  from "public"."books" as "books"
  where "books"."title" like any ($1) and "books"."id" > all ($2) and "books"."id" = any ($3) limit 1000) as "pgrst_page";
-- $1 = "{N%,G%}"
-- $2 = "{0,1}"
-- $3 = "{1,2}"
