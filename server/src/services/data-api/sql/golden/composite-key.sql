-- GET /copies?select=id,shelves(width)

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "copies"."id", row_to_json("copies_shelves_1".*) as "shelves"
  from "public"."copies" as "copies"
  left join lateral (select "shelves_1"."width"
  from "public"."shelves" as "shelves_1"
  where "shelves_1"."hall" = "copies"."hall" and "shelves_1"."number" = "copies"."shelf" limit 1000) as "copies_shelves_1" on true limit 1000) as "pgrst_page";
