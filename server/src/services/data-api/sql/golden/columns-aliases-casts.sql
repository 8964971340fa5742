-- GET /books?select=id::text,name:title,price::double precision

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select cast("books"."id" as "text") as "id", "books"."title" as "name", cast("books"."price" as double precision) as "price"
  from "public"."books" as "books" limit 1000) as "pgrst_page";
