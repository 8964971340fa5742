-- Whether the session that created a token had verified a second factor. Nothing says so for tokens
-- from before, so organizations that require one ask for a new token.
alter table platform.access_tokens
  add column has_second_factor boolean not null default false;
