-- The project's owner may set the data API from SQL:
--   alter role authenticator set pgrst.db_aggregates_enabled = 'true';
--   notify pgrst, 'reload config';
-- Settings nobody has declared are the superuser's to give away.

grant set on parameter
  pgrst.db_schemas, pgrst.db_extra_search_path, pgrst.db_max_rows, pgrst.db_aggregates_enabled,
  pgrst.db_plan_enabled, pgrst.db_pre_request, pgrst.db_tx_end, pgrst.server_timing_enabled,
  pgrst.openapi_mode, pgrst.openapi_security_active, pgrst.db_root_spec
to postgres;
