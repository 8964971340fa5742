-- DELETE /books?id=eq.99

with "pgrst_source" as (delete
  from "public"."books" as "books"
  where "books"."id" = $1
  returning "books"."id", "books"."title", "books"."price", "books"."published", "books"."tags", "books"."meta", "books"."pages", "books"."body", "books"."author_id", "books"."editor_id", "books"."publisher_id") select count(*) as page, coalesce(json_agg("pgrst_page".*) -> 0, 'null') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took, case when count(*) <> 1 then extensions.pgrst_refuse(json_build_object('code', $2::text, 'message', $3::text, 'details', 'The result contains ' || count(*) || ' rows'), json_build_object('status', $4::integer, 'headers', json_build_object())) end
  from (select "books"."id", "books"."title", "books"."price", "books"."published", "books"."tags", "books"."meta", "books"."pages", "books"."body", "books"."author_id", "books"."editor_id", "books"."publisher_id"
  from "pgrst_source" as "books") as "pgrst_page";
-- $1 = "99"
-- $2 = "PGRST116"
-- $3 = "Cannot coerce the result to a single JSON object"
-- $4 = 406
