import { readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { sqlstateOf } from '../../src/postgres/failures.ts'

/**
 * Gives every type and relation a namesake among the temporary objects of this session. Each works
 * like the original, and warns and takes the rights it gets if it runs with more rights than the
 * owner's.
 */
export async function shadowNames(owner: Client): Promise<void> {
  await owner.query('call shadow.create_all()')
}

/** Creates what shadowing and the calls below need. */
export async function prepareDatabase(owner: Client): Promise<void> {
  await owner.query(await readFile(new URL('shadow.sql', import.meta.url), 'utf8'))
  await owner.query(CALLED)
}

const CALLED = `
  create table public.shadow_rows (id integer primary key, note text);
  create trigger sends after insert on public.shadow_rows for each row
    execute function supabase_functions.http_request(
      'https://example.com', 'POST', '{"Content-Type": "application/json"}', '{"a": "b"}', '1000');
  create trigger asks after update on public.shadow_rows for each row
    execute function supabase_functions.http_request(
      'https://example.com', 'GET', '{}', '{}', '1000');
  create trigger adds after insert or update or delete on public.shadow_rows for each row
    execute function supabase_functions.stoa_webhook('00000000-0000-0000-0000-000000000001');
  create function public.broadcast() returns trigger language plpgsql as $$
    begin
      perform realtime.broadcast_changes(
        'topic', 'event', tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
  create trigger broadcasts after insert on public.shadow_rows for each row
    execute function public.broadcast();
  insert into storage.buckets (id, name) values ('shadow', 'shadow')`

/**
 * Statements of the owner that call each function which runs with more rights than theirs, in its
 * usual and its failing branches. They can be repeated.
 */
export const CALLS: readonly string[] = [
  `select extensions.stoa_backfill_add('00000000-0000-0000-0000-000000000002', 'shadow', 1,
     '{"column": "note"}', 'fill', 1, null, '{}')`,
  `select id, state from extensions.stoa_backfills('shadow', null, null, 10)`,
  `select id from extensions.stoa_backfill_lock('00000000-0000-0000-0000-000000000002', 'shadow')`,
  `select extensions.stoa_backfill_save('00000000-0000-0000-0000-000000000002', 'shadow', 'running',
     null, '["1"]', 1, null)`,

  `select vault.create_secret('one', 'one', 'described')`,
  `select vault.update_secret(id, 'other', 'one', 'again') from vault.secrets`,
  `select name, decrypted_secret from vault.decrypted_secrets`,
  `select vault.stoa_decrypt('bm90aGluZw==', id, key_id) from vault.secrets`,
  `select vault.stoa_decrypt('nothing', id, null) from vault.secrets`,
  `delete from vault.secrets`,

  `select net.http_get('https://example.com?a=b', '{"c": "d ä"}', '{"x": "y"}', 1000)`,
  `select net.http_post('https://example.com', '{"a": 1}', '{}',
     '{"Content-Type": "application/json; charset=utf-8"}')`,
  `select net.http_post('https://example.com', '{"a": 1}', '{"b": "c"}', '{"x": "y"}')`,
  `select net.http_post('https://example.com', '{}', '{}', '{"content-type": "text/plain"}')`,
  `select net.http_delete('https://example.com', body := '{"a": 1}')`,
  `select net.http_collect_response(max(id)) from net.http_request_queue`,
  `select net._http_collect_response(0, false)`,

  `select cron.schedule('nightly', '0-10/2,30 3 * jan-mar,12 mon', 'vacuum')`,
  `select cron.schedule('@hourly', 'select 1'), cron.schedule('30 seconds', 'select 1')`,
  `select cron.schedule('wrong', '0 3 * * 9', 'select 1')`,
  `select cron.schedule('wrong', '*/0 3 * * *', 'select 1')`,
  `select cron.schedule('', '0 3 * * *', 'select 1')`,
  `select cron.schedule('empty', '0 3 * * *', '')`,
  `select cron.schedule_in_database('here', '0 3 $ * *', 'select 1', current_database())`,
  `select cron.schedule_in_database('there', '0 3 * * *', 'select 1', 'template1')`,
  `select cron.schedule_in_database('there', null, 'select 1', 'template1')`,
  `select cron.schedule_in_database('here', '0 3 * * *', 'select 1', current_database(), 'anon')`,
  `select cron.alter_job(jobid, '@daily', 'select 2', null, null, false) from cron.job
   where jobname = 'nightly'`,
  `select cron.alter_job(0, '@daily')`,
  `select cron.stoa_set_overlap('nightly', 'allow'), cron.stoa_set_overlap(jobid, 'skip')
   from cron.job where jobname = 'here'`,
  `select cron.stoa_set_overlap('nowhere', 'skip')`,
  `select cron.stoa_set_overlap(0, 'never')`,
  `select cron.unschedule('nightly')`,
  `select cron.unschedule('nightly')`,
  `select cron.unschedule(jobid) from cron.job`,
  `select cron.unschedule(0)`,

  `select extensions.stoa_save_once('00000000-0000-4000-8000-000000000001')`,
  `select extensions.stoa_save_once('00000000-0000-4000-8000-000000000001')`,

  `select pgmq.create('Shadow'), pgmq.create_unlogged('shadow_quick'), pgmq.create('shadow_dead')`,
  `select pgmq.create('Shadow')`,
  `select pgmq.create('$')`,
  `select pgmq.create('${'x'.repeat(48)}')`,
  `select pgmq.stoa_set_dead_letter_queue('Shadow', 'shadow_dead', 1)`,
  `select pgmq.enable_notify_insert('Shadow', 250)`,
  `select pgmq.send('Shadow', '{"n": 1}'), pgmq.send('Shadow', '{"n": 2}', 0)`,
  `select * from pgmq.send_batch('Shadow', array['{"n": 3}', '{"n": 4}']::pg_catalog.jsonb[])`,
  `select pgmq.bind_topic('a.*', 'Shadow'), pgmq.send_topic('a.b', '{"n": 5}')`,
  `select message from pgmq.read('Shadow', 0, 1)`,
  `select message from pgmq.read('Shadow', 0, 10)`,
  `select message from pgmq.read_grouped('Shadow', 0, 1)`,
  `select message from pgmq.pop('Shadow')`,
  `select pgmq.archive('Shadow', 3), pgmq.delete('Shadow', 4)`,
  `select queue_name from pgmq.metrics_all()`,
  `select queue_name from pgmq.list_queues()`,
  `select pgmq.drop_queue('shadow_dead')`,
  `select pgmq.drop_queue('Shadow'), pgmq.drop_queue('shadow_dead'), pgmq.drop_queue('shadow_quick')`,

  `insert into public.shadow_rows values (1, 'new')`,
  `update public.shadow_rows set note = 'changed'`,
  `delete from public.shadow_rows`,
  `select supabase_functions.stoa_add_event('00000000-0000-0000-0000-000000000001', 'INSERT', '{}')`,
  `delete from net.http_request_queue`,

  `insert into storage.objects (bucket_id, name, version, metadata)
   values ('shadow', 'a/b.txt', 'one', '{"size": 1, "mimetype": "text/plain"}')`,
  `update storage.objects set version = 'two' where bucket_id = 'shadow'`,
  `update storage.objects set name = 'a/c.txt' where bucket_id = 'shadow'`,
  `begin; set local storage.allow_delete_query = 'true';
   delete from storage.objects where bucket_id = 'shadow'; commit`,
  `delete from storage.objects where bucket_id = 'shadow'`,

  `select realtime.send('{"a": 1}', 'event', 'topic', true)`,
  `select auth.uid(), auth.role(), auth.jwt(), auth.email(), realtime.topic()`,
  `select extensions.pgrst_refuse('"a"', '"b"')`,
  `select extensions.graphql_refuse('a')`,
  `begin; select extensions.stoa_ignore_event_triggers(true); commit`,

  `create table public.shadow_created (id integer primary key)`,
  `alter table public.shadow_created add column note integer`,
  `grant select on public.shadow_created to anon`,
  `comment on table public.shadow_created is 'noted'`,
  `create index on public.shadow_created (note)`,
  `create view public.shadow_view as select id from public.shadow_created`,
  `drop table public.shadow_created cascade`,
  // The script of an extension runs as the superuser.
  `create extension citext; drop extension citext`,
]

/** Runs each statement by itself. Returns the SQLSTATE of each, `none` if it succeeded. */
export async function outcomesOf(
  owner: Client,
  statements: readonly string[],
): Promise<readonly string[]> {
  const outcomes: string[] = []
  for (const statement of statements) {
    const outcome = await owner.query(statement).then(
      () => 'none',
      async (error: unknown) => {
        await owner.query('rollback')
        return sqlstateOf(error) ?? String(error)
      },
    )
    outcomes.push(`${statement}: ${outcome}`)
  }
  return outcomes
}

/** Collects the warnings of what runs with more rights, which outlive a rollback. */
export function warningsOf(owner: Client): ReadonlySet<string> {
  const warnings = new Set<string>()
  owner.on('notice', ({ message = '' }) => {
    if (message.startsWith('shadow: ')) warnings.add(message)
  })
  return warnings
}
