-- PATCH /authors?id=eq.1&select=name_length,first_work(title)

with "pgrst_source" as (update "public"."authors" as "authors"
  set "born" = "pgrst_body"."born"
  from (select "_"."born"
  from json_to_record($1::json) as "_" ("born" date) limit 1) as "pgrst_body"
  where "authors"."id" = $2
  returning "authors"."name_length", "authors"."id", "authors"."name", "authors"."born", "authors"."mentor_id") select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors"."name_length", row_to_json("authors_first_work_1".*) as "first_work"
  from "pgrst_source" as "authors"
  left join lateral (select "books_1"."title"
  from "public"."first_work"(row("authors"."id", "authors"."name", "authors"."born", "authors"."mentor_id")::"public"."authors") as "books_1") as "authors_first_work_1" on true) as "pgrst_page";
-- $1 = the body
-- $2 = "1"
