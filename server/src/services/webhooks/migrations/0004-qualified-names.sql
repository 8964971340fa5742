-- These functions run with the rights of the service in the session of their caller. Without a
-- schema, a type could be one of the caller's temporary objects.

set local role supabase_functions_admin;

create or replace function net.http_delete(
  url text,
  params jsonb default '{}',
  headers jsonb default '{}',
  timeout_milliseconds integer default 5000,
  body jsonb default null
) returns bigint
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values ('DELETE', net.stoa_url(url, params), headers,
    pg_catalog.convert_to(body::pg_catalog.text, 'UTF8'), timeout_milliseconds)
  returning id
$$;

create or replace function net.http_post(
  url text,
  body jsonb default '{}',
  params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}',
  timeout_milliseconds integer default 5000
) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  content_type pg_catalog.text;
  request_id bigint;
begin
  headers := coalesce(headers, '{}');
  select value into content_type from pg_catalog.jsonb_each_text(headers)
    where pg_catalog.lower(key) = 'content-type' limit 1;
  if content_type is null then
    headers := headers || '{"Content-Type": "application/json"}';
  elsif pg_catalog.lower(content_type) !~ '^application/json\s*(;|$)' then
    raise exception 'Content-Type header must be "application/json"'
      using errcode = 'invalid_parameter_value', hint = 'Remove the header, or change its value.';
  end if;
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values ('POST', net.stoa_url(url, params), headers,
    pg_catalog.convert_to(body::pg_catalog.text, 'UTF8'), timeout_milliseconds)
  returning id into request_id;
  return request_id;
end
$$;

create or replace function net._http_collect_response(request_id bigint, async boolean default true)
returns net.http_response_result
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_response net._http_response;
  latest pg_catalog.timestamptz := pg_catalog.clock_timestamp() + interval '30 seconds';
begin
  loop
    select * into found_response from net._http_response as r where r.id = request_id limit 1;
    if found then
      if found_response.error_msg is not null then
        return ('ERROR', found_response.error_msg, null)::net.http_response_result;
      end if;
      return ('SUCCESS', 'ok', (
        found_response.status_code, found_response.headers, found_response.content
      )::net.http_response)::net.http_response_result;
    end if;
    if not exists (select from net.http_request_queue as q where q.id = request_id) then
      -- The response can have been added since it was asked for above.
      if exists (select from net._http_response as r where r.id = request_id) then
        continue;
      end if;
      return ('ERROR', 'request matching request_id not found', null)::net.http_response_result;
    end if;
    if async or pg_catalog.clock_timestamp() > latest then
      return ('PENDING', 'request is pending processing', null)::net.http_response_result;
    end if;
    perform pg_catalog.pg_sleep(0.05);
  end loop;
end
$$;

reset role;
