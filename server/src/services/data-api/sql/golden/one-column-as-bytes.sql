-- GET /files?select=content&id=eq.1

select null as total, count(*) as page, coalesce(encode(string_agg("pgrst_page"."content", ''), 'hex'), '') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "files"."content"
  from "public"."files" as "files"
  where "files"."id" = $1 limit 1000) as "pgrst_page";
-- $1 = "1"
