-- PATCH /books?id=lt.3

with "pgrst_source" as (update "public"."books" as "books"
  set "price" = "pgrst_body"."price"
  from (select "_"."price"
  from json_to_record($1::json) as "_" ("price" numeric(8,2)) limit 1) as "pgrst_body"
  where "books"."id" < $2
  returning 1 as "pgrst_row") select count(*) as page, null as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took, case when (select count(*)
  from "pgrst_source") > $3::bigint then extensions.pgrst_refuse(json_build_object('code', $4::text, 'message', $5::text, 'details', 'The query affects ' || (select count(*)
  from "pgrst_source") || ' rows'), json_build_object('status', $6::integer, 'headers', json_build_object())) end
  from (select
  from "pgrst_source") as "pgrst_page";
-- $1 = the body
-- $2 = "3"
-- $3 = 1
-- $4 = "PGRST124"
-- $5 = "Query result exceeds max-affected preference constraint"
-- $6 = 400
