-- GET /books?id=gt.1&id=lte.9&title=neq.x&title=like.N*&title=not.ilike.*x&title=match.^N&price=isdistinct.3

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books".*
  from "public"."books" as "books"
  where "books"."id" > $1 and "books"."id" <= $2 and "books"."title" <> $3 and "books"."title" like $4 and not ("books"."title" ilike $5) and "books"."title" ~ $6 and "books"."price" is distinct from $7 limit 1000) as "pgrst_page";
-- $1 = "1"
-- $2 = "9"
-- $3 = "x"
-- $4 = "N%"
-- $5 = "%x"
-- $6 = "^N"
-- $7 = "3"
