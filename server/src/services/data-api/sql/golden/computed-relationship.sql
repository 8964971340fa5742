-- GET /authors?select=name,bestsellers(title),first_work!inner(title)&order=first_work(title)

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, (select count(*)
  from (select
  from "public"."authors" as "authors"
  where exists (select
  from "public"."first_work"("authors".*) as "books_1_1")) as "pgrst_all") as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors"."name", coalesce("authors_bestsellers_1"."authors_bestsellers_1", '[]') as "bestsellers", row_to_json("authors_first_work_1".*) as "first_work"
  from "public"."authors" as "authors"
  left join lateral (select json_agg("authors_bestsellers_1".*) as "authors_bestsellers_1"
  from (select "books_1"."title"
  from "public"."bestsellers"("authors".*) as "books_1" limit 1000) as "authors_bestsellers_1") as "authors_bestsellers_1" on true
  join lateral (select "books_1_1"."title"
  from "public"."first_work"("authors".*) as "books_1_1") as "authors_first_work_1" on true
  order by "authors_first_work_1"."title" limit 1000) as "pgrst_page";
