-- Lets the project's owner configure the data API with SQL:
--   alter role authenticator set pgrst.db_aggregates_enabled = 'true';
--   notify pgrst, 'reload config';
-- Only a superuser can grant parameters that no extension has declared.

grant set on parameter
  pgrst.db_schemas, pgrst.db_extra_search_path, pgrst.db_max_rows, pgrst.db_aggregates_enabled,
  pgrst.db_plan_enabled, pgrst.db_pre_request, pgrst.db_tx_end, pgrst.server_timing_enabled,
  pgrst.openapi_mode, pgrst.openapi_security_active, pgrst.db_root_spec
to postgres;
