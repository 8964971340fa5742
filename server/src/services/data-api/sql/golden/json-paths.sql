-- GET /books?select=meta->pages->>total,first:meta->awards->0,tags->0&meta->>isbn=eq.1&order=meta->pages->total.desc

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select ("books"."meta"->$1->>$2) as "total", ("books"."meta"->$3->$4::integer) as "first", (to_jsonb("books"."tags")->$5::integer) as "tags"
  from "public"."books" as "books"
  where ("books"."meta"->>$6) = $7
  order by ("books"."meta"->$8->$9) desc limit 1000) as "pgrst_page";
-- $1 = "pages"
-- $2 = "total"
-- $3 = "awards"
-- $4 = "0"
-- $5 = "0"
-- $6 = "isbn"
-- $7 = "1"
-- $8 = "pages"
-- $9 = "total"
