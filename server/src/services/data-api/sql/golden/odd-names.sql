-- GET /odd "name?select="a b","c->d"&"a b"=eq.1

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "odd ""name"."a b", "odd ""name"."c->d"
  from "public"."odd ""name" as "odd ""name"
  where "odd ""name"."a b" = $1 limit 1000) as "pgrst_page";
-- $1 = "1"
