-- GET /books?or=(id.eq.1,and(price.gt.5,not.or(title.eq.x,title.is.null)))&not.and=(id.eq.7,id.in.(8,9))

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books".*
  from "public"."books" as "books"
  where ("books"."id" = $1 or ("books"."price" > $2 and not ("books"."title" = $3 or "books"."title" is null))) and not ("books"."id" = $4 and "books"."id" = any ($5)) limit 1000) as "pgrst_page";
-- $1 = "1"
-- $2 = "5"
-- $3 = "x"
-- $4 = "7"
-- $5 = ["8","9"]
