-- Whether the session that created a token had verified a second factor. This is unknown for older
-- tokens, so organizations that require a factor ask for a new token.
alter table platform.access_tokens
  add column has_second_factor boolean not null default false;
