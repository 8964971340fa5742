-- The address of each foreign server, in addition to its row in pg_foreign_server. Only the superuser
-- writes this table, so that the project's owner cannot change it with SQL. The password is in the vault.
create table stoa.foreign_servers (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  -- The name in pg_foreign_server, of which only the superuser can rename or drop one.
  name text not null unique,
  -- The number of the socket that the foreign server connects to.
  socket integer not null unique check (socket between 1 and 99),
  host text not null,
  port integer not null,
  database text not null,
  "user" text not null,
  tls text not null,
  ca_certificate text,
  secret_id uuid not null,
  -- The secret was created with the server and is deleted with it.
  owns_secret boolean not null,
  -- Proves that the row was written by this installation for this project. A copy of the database
  -- has rows that do not belong to it.
  belongs_to text not null,
  created_at timestamptz not null default pg_catalog.now()
);
