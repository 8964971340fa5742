/**
 * The search path for sessions and functions that have more rights than the owner of the database,
 * and for anything that prints or compares names: it resolves unqualified names in the catalog
 * only. On any other path, the owner can define a better match. That includes the empty path, on
 * which Postgres looks for types and relations among the session's temporary objects first, unless
 * the path names `pg_temp`.
 */
export const CATALOG_PATH = 'pg_catalog,pg_temp'
