-- The clients that the door of the databases refuses until a time, so that a restart ends no ban.
create table platform.network_bans (
  project_id bigint not null references platform.projects on delete cascade,
  -- An IPv4 address, or the network of an IPv6 address.
  network text not null,
  failures integer not null,
  banned_until timestamptz not null,
  primary key (project_id, network)
);
