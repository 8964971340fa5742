-- GET /odd "name?select="a b","c->d"&"a b"=eq.1

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "odd ""name"."a b", "odd ""name"."c->d"
  from "public"."odd ""name" as "odd ""name"
  where "odd ""name"."a b" = $1 limit 1000) as "pgrst_page";
-- $1 = "1"
