-- GET /authors?select=name,bestsellers(title),first_work!inner(title)&order=first_work(title)

select (select count(*)
  from (select
  from "public"."authors" as "authors"
  where exists (select
  from "public"."first_work"("authors".*) as "books_2")) as "pgrst_all") as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "authors"."name", coalesce("books_1"."books_1", '[]') as "bestsellers", row_to_json("books_2".*) as "first_work"
  from "public"."authors" as "authors"
  left join lateral (select json_agg("books_1".*) as "books_1"
  from (select "books_1"."title"
  from "public"."bestsellers"("authors".*) as "books_1" limit 1000) as "books_1") as "books_1" on true
  join lateral (select "books_2"."title"
  from "public"."first_work"("authors".*) as "books_2") as "books_2" on true
  order by (select "books_2"."title"
  from "public"."first_work"("authors".*) as "books_2") limit 1000) as "pgrst_page";
