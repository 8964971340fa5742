-- GET /books?select=price.sum(),...authors!author_id(born.max(),...mentor_id(count()),name)

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select sum("books"."price") as "sum", max("books_authors_1"."pgrst_value_2") as "max", "books_authors_1"."name", count("books_authors_1"."pgrst_value_1") as "count"
  from "public"."books" as "books"
  left join lateral (select "authors_1"."born" as "pgrst_value_2", "authors_1"."name", "authors_mentor_id_2"."pgrst_value_1"
  from "public"."authors" as "authors_1"
  left join lateral (select 1 as "pgrst_value_1"
  from "public"."authors" as "authors_2"
  where "authors_2"."id" = "authors_1"."mentor_id") as "authors_mentor_id_2" on true
  where "authors_1"."id" = "books"."author_id") as "books_authors_1" on true group by 3 limit 1000) as "pgrst_page";
