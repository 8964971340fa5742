-- GET /books?body=fts.engine&title=plfts(english).engine&body=phfts(english).engines&body=not.wfts.rain

select count(*) as page, coalesce(json_agg("pgrst_page".*), '[]') as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "books".*
  from "public"."books" as "books"
  where "books"."body" @@ to_tsquery($1) and to_tsvector($2::regconfig, "books"."title") @@ plainto_tsquery($3::regconfig, $4) and "books"."body" @@ phraseto_tsquery($5::regconfig, $6) and not ("books"."body" @@ websearch_to_tsquery($7)) limit 1000) as "pgrst_page";
-- $1 = "engine"
-- $2 = "english"
-- $3 = "english"
-- $4 = "engine"
-- $5 = "english"
-- $6 = "engines"
-- $7 = "rain"
