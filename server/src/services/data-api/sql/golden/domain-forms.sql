-- GET /paints?tint=in.(#0000ff,#00ff00)&tint=neq.#ffffff

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "paints"."id", "public"."to_json"("paints"."tint") as "tint", "paints"."label"
  from "public"."paints" as "paints"
  where "paints"."tint" = any (array(select "public"."color_of"("_")
  from unnest($1::text[]) as "_")) and "paints"."tint" <> "public"."color_of"($2::text) limit 1000) as "pgrst_page";
-- $1 = ["#0000ff","#00ff00"]
-- $2 = "#ffffff"
