-- POST /rpc/touch_authors?select=*,first_work(title)&name_length=gt.0&order=name_length

with "pgrst_source" as (select "pgrst_call".*, "pgrst_call"."name_length"
  from "public"."touch_authors"() as "pgrst_call") select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors"."id", "authors"."name", "authors"."born", "authors"."mentor_id", row_to_json("authors_first_work_1".*) as "first_work"
  from "pgrst_source" as "authors"
  left join lateral (select "books_1"."title"
  from "public"."first_work"(row("authors"."id", "authors"."name", "authors"."born", "authors"."mentor_id")::"public"."authors") as "books_1") as "authors_first_work_1" on true
  where "authors"."name_length" > $1
  order by "authors"."name_length" limit 1000) as "pgrst_page";
-- $1 = "0"
