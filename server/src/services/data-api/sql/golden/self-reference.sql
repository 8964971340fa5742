-- GET /authors?select=name,mentor:mentor_id(name),pupils:authors(name)

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "authors"."name", row_to_json("authors_mentor_1".*) as "mentor", coalesce("authors_pupils_1"."authors_pupils_1", '[]') as "pupils"
  from "public"."authors" as "authors"
  left join lateral (select "authors_1"."name"
  from "public"."authors" as "authors_1"
  where "authors_1"."id" = "authors"."mentor_id" limit 1000) as "authors_mentor_1" on true
  left join lateral (select json_agg("authors_pupils_1".*) as "authors_pupils_1"
  from (select "authors_1_1"."name"
  from "public"."authors" as "authors_1_1"
  where "authors_1_1"."mentor_id" = "authors"."id" limit 1000) as "authors_pupils_1") as "authors_pupils_1" on true limit 1000) as "pgrst_page";
