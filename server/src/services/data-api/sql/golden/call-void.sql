-- POST /rpc/log_line

with "pgrst_source" as (select "pgrst_call"."pgrst_scalar"
  from json_to_record($1::json) as "pgrst_arguments" ("line" text), lateral "public"."log_line"("line" => "pgrst_arguments"."line") as "pgrst_call" ("pgrst_scalar")) select 1 as page, null as body, current_setting('response.headers', true) as headers, current_setting('response.status', true) as status, null as total, date_part('epoch', clock_timestamp() - statement_timestamp()) as took
  from (select "log_line".*
  from "pgrst_source" as "log_line") as "pgrst_page";
-- $1 = the body
