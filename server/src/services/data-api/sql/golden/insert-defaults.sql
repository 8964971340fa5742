-- POST /books?columns=id,title,price

with "pgrst_source" as (insert into "public"."books" as "books" ("id", "title", "price") select case when "pgrst_item"."value" ? $1::text then "_"."id" else nextval('public.books_id_seq'::regclass) end as "id", "_"."title", case when "pgrst_item"."value" ? $2::text then "_"."price" else 9.5 end as "price"
  from jsonb_array_elements($3::json::jsonb) as "pgrst_item" ("value"), lateral jsonb_to_record("pgrst_item"."value") as "_" ("id" integer, "title" text, "price" numeric(8,2))
  returning "books"."id", "books"."title", "books"."price", "books"."published", "books"."tags", "books"."meta", "books"."pages", "books"."body", "books"."author_id", "books"."editor_id", "books"."publisher_id") select count(*) as page, null as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took, null as inserted, case when (select count(*)
  from "pgrst_source") = 1 then (select json_object_agg("key", "value")
  from json_each_text((select json_build_object($4::text, "id")
  from "pgrst_source"))) end as location
  from (select "books"."id", "books"."title", "books"."price", "books"."published", "books"."tags", "books"."meta", "books"."pages", "books"."body", "books"."author_id", "books"."editor_id", "books"."publisher_id"
  from "pgrst_source" as "books") as "pgrst_page";
-- $1 = "id"
-- $2 = "price"
-- $3 = the body
-- $4 = "id"
