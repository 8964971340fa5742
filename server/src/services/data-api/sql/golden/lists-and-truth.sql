-- GET /books?id=in.(1,2,"3")&published=is.true&price=not.is.null&title=in.("a,b","c\"d")

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books".*
  from "public"."books" as "books"
  where "books"."id" = any ($1) and "books"."published" is true and not ("books"."price" is null) and "books"."title" = any ($2) limit 1000) as "pgrst_page";
-- $1 = ["1","2","3"]
-- $2 = ["a,b","c\"d"]
