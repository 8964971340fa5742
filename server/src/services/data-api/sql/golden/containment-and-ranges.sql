-- GET /books?tags=cs.{math}&tags=cd.{math,old}&tags=ov.{new}&meta=cs.{"isbn":"1"}&pages=sl.[400,500]&pages=sr.[0,0]&pages=nxl.[0,2]&pages=nxr.[0,999]&pages=adj.[300,400]

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books".*
  from "public"."books" as "books"
  where "books"."tags" @> $1 and "books"."tags" <@ $2 and "books"."tags" && $3 and "books"."meta" @> $4 and "books"."pages" << $5 and "books"."pages" >> $6 and "books"."pages" &> $7 and "books"."pages" &< $8 and "books"."pages" -|- $9 limit 1000) as "pgrst_page";
-- $1 = "{math}"
-- $2 = "{math,old}"
-- $3 = "{new}"
-- $4 = "{\"isbn\":\"1\"}"
-- $5 = "[400,500]"
-- $6 = "[0,0]"
-- $7 = "[0,2]"
-- $8 = "[0,999]"
-- $9 = "[300,400]"
