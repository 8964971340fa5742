-- GET /authors?select=name,drafts(title),initials

select null as total, count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "authors"."name", "authors"."initials", coalesce("books_1"."books_1", '[]') as "drafts"
  from "public"."authors" as "authors"
  left join lateral (select json_agg("books_1".*) as "books_1"
  from (select "books_1"."title"
  from "workshop"."drafts"("authors".*) as "books_1" limit 1000) as "books_1") as "books_1" on true limit 1000) as "pgrst_page";
