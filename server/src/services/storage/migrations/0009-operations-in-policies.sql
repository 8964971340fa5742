-- Functions for policies that depend on the operation of a request, such as a download or a listing.
-- The prefix "storage." is optional on both sides.
create function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable
as $$
  select exists (
    select from pg_catalog.unnest(expected_operations) as expected (operation)
    where pg_catalog.regexp_replace(expected.operation, '^storage\.', '') =
      nullif(pg_catalog.regexp_replace(storage.operation(), '^storage\.', ''), ''))
$$;

create function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable
as $$ select storage.allow_any_operation(array[expected_operation]) $$;
