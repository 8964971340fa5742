-- POST /rpc/log_line

with "pgrst_source" as (select "log_line"."pgrst_scalar"
  from json_to_record($1::json) as "pgrst_arguments" ("line" text), lateral "public"."log_line"("line" => "pgrst_arguments"."line") as "log_line" ("pgrst_scalar")) select null as total, count(*) as page, null as body, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as inserted, null as location
  from (select "pgrst_source".*
  from "pgrst_source") as "pgrst_page";
-- $1 = the body
