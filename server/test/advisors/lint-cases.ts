/** SQL in a schema that has the fault of a lint, and the same in one that has not. */
export type LintCase = {
  readonly lint: string
  /** `s` is the quoted schema, and `n` a quoted name. */
  readonly faulty: (s: string, n: string) => string
  readonly sound: (s: string, n: string) => string
  /** The number of findings in the schema with the fault. */
  readonly count?: number
  /** Whether the server composes SQL that corrects it. */
  readonly isFixable?: boolean
  readonly settings?: object
}

const policy = (s: string, n: string, rest: string) => `
  create table ${s}.${n} (id int primary key, user_id uuid, note text);
  alter table ${s}.${n} enable row level security;
  create policy ${n} on ${s}.${n} ${rest};`

const definer = (s: string, n: string, security: string) =>
  `create function ${s}.${n}(a ${s}."Ty.pe", b text default 'x, y') returns int language sql
    ${security} set search_path = '' as 'select 1';`
const enumOf = (s: string) => `create type ${s}."Ty.pe" as enum ('a');`

export const LINT_CASES: readonly LintCase[] = [
  {
    lint: 'unindexed_foreign_keys',
    faulty: (s, n) => `
      create table ${s}.parent (a int, b int, primary key (a, b));
      create table ${s}.${n} (id int primary key, ${n} int, b int, c int,
        constraint "key, of 'it'" foreign key (${n}, b) references ${s}.parent);
      create index on ${s}.${n} (${n}, c);`,
    sound: (s, n) => `
      create table ${s}.parent (a int, b int, primary key (a, b));
      create table ${s}.${n} (id int primary key, ${n} int, b int, c int,
        foreign key (${n}, b) references ${s}.parent);
      create index on ${s}.${n} (b, ${n}, c);`,
    isFixable: true,
  },
  {
    lint: 'auth_users_exposed',
    faulty: (s, n) => `
      create view ${s}.inner with (security_invoker) as select email from auth.users;
      create view ${s}.${n} as select * from ${s}.inner;`,
    sound: (s, n) => `
      create view ${s}.${n} with (security_invoker = on) as select email from auth.users;
      create view ${s}.other as select email from auth.users;
      revoke all on ${s}.other from anon, authenticated;`,
    isFixable: true,
  },
  {
    lint: 'auth_rls_initplan',
    faulty: (s, n) =>
      policy(s, n, `using (user_id = auth.uid() or note = 'it''s auth.uid()') with check (true)`),
    sound: (s, n) =>
      policy(
        s,
        n,
        `using (user_id = (select auth.uid()) or note = 'auth.uid() and (current_setting(')`,
      ),
    isFixable: true,
  },
  {
    lint: 'no_primary_key',
    faulty: (s, n) => `create table ${s}.${n} (id int unique);`,
    sound: (s, n) => `create table ${s}.${n} (id int primary key);`,
  },
  {
    lint: 'unused_index',
    faulty: (s, n) => `
      create table ${s}.t (id int primary key, a int);
      insert into ${s}.t select i, i from generate_series(1, 20000) as i;
      create index ${n} on ${s}.t (a);`,
    sound: (s, n) => `
      create table ${s}.t (id int primary key, a int references ${s}.t);
      insert into ${s}.t select i, i from generate_series(1, 20000) as i;
      create index ${n} on ${s}.t (a);
      create table ${s}.small (a int);
      create index on ${s}.small (a);`,
    isFixable: true,
  },
  {
    lint: 'multiple_permissive_policies',
    faulty: (s, n) => `${policy(s, n, 'for select using (true)')}
      create policy second on ${s}.${n} to authenticated using (id > 1);`,
    sound: (s, n) => `${policy(s, n, 'for select to anon using (true)')}
      create policy second on ${s}.${n} for select to authenticated using (id > 1);
      create policy third on ${s}.${n} as restrictive using (id > 1);`,
  },
  {
    lint: 'policy_exists_rls_disabled',
    faulty: (s, n) => `${policy(s, n, 'using (true)')}
      alter table ${s}.${n} disable row level security;`,
    sound: (s, n) => policy(s, n, 'using (true)'),
    isFixable: true,
  },
  {
    lint: 'rls_enabled_no_policy',
    faulty: (s, n) =>
      `create table ${s}.${n} (id int); alter table ${s}.${n} enable row level security;`,
    sound: (s, n) => policy(s, n, 'using (true)'),
  },
  {
    lint: 'duplicate_index',
    faulty: (s, n) => `
      create table ${s}.${n} (a int, b text);
      create index "one" on ${s}.${n} (a) where b <> 'it''s';
      create index "tw.o" on ${s}.${n} (a) where b <> 'it''s';`,
    sound: (s, n) => `
      create table ${s}.${n} (a int, b text);
      create index on ${s}.${n} (a) where b <> 'x';
      create index on ${s}.${n} (a) where b <> 'y';
      create index on ${s}.${n} (a desc);
      create unique index on ${s}.${n} (a);
      create index on ${s}.${n} (b);
      create index on ${s}.${n} (b collate "C");`,
    isFixable: true,
  },
  {
    lint: 'security_definer_view',
    faulty: (s, n) => `create view ${s}.${n} as select 1 as a;`,
    sound: (s, n) => `
      create view ${s}.${n} with (security_invoker = yes) as select 1 as a;
      create view ${s}.other as select 1 as a;
      revoke all on ${s}.other from anon, authenticated;`,
    isFixable: true,
  },
  {
    lint: 'function_search_path_mutable',
    faulty: (s, n) => `${enumOf(s)}
      create function ${s}.${n}(a ${s}."Ty.pe", b text default 'x, y') returns int
        language sql as 'select 1';
      create procedure ${s}.${n}(a int) language plpgsql as 'begin end';`,
    sound: (s, n) => `
      create function ${s}.${n}(a int) returns int language sql set search_path = '' as 'select 1';
      create function ${s}.${n}(a text) returns int language sql begin atomic select 1; end;
      create aggregate ${s}.total(int) (sfunc = int4pl, stype = int);`,
    count: 2,
    isFixable: true,
  },
  {
    lint: 'auth_allow_anonymous_sign_ins',
    settings: { auth: { external_anonymous_users_enabled: true } },
    faulty: (s, n) => policy(s, n, 'for select to authenticated using (id > 1)'),
    sound: (s, n) => `${policy(s, n, 'for select to authenticated using (id > 1)')}
      create policy no_anonymous on ${s}.${n} as restrictive to authenticated
        using ((select (auth.jwt() ->> 'is_anonymous')::boolean) is false);
      create table ${s}.other (id int);
      alter table ${s}.other enable row level security;
      create policy public_only on ${s}.other to anon using (true);`,
  },
  {
    lint: 'rls_disabled_in_public',
    faulty: (s, n) => `create table ${s}.${n} (id int);`,
    sound: (s, n) => `${policy(s, n, 'using (true)')}
      create table ${s}.private (id int);
      revoke all on ${s}.private from anon, authenticated;`,
    isFixable: true,
  },
  {
    lint: 'rls_references_user_metadata',
    faulty: (s, n) => policy(s, n, `using ((auth.jwt() -> 'user_metadata' ->> 'role') = 'admin')`),
    sound: (s, n) => policy(s, n, `using ((auth.jwt() -> 'app_metadata' ->> 'role') = 'admin')`),
  },
  {
    lint: 'materialized_view_in_api',
    faulty: (s, n) => `create materialized view ${s}.${n} as select 1 as a;`,
    sound: (s, n) => `create materialized view ${s}.${n} as select 1 as a;
      revoke all on ${s}.${n} from anon, authenticated;`,
    isFixable: true,
  },
  {
    lint: 'unsupported_reg_types',
    faulty: (s, n) => `create table ${s}.${n} (id int, ${n} regproc, many regconfig[]);`,
    sound: (s, n) => `create table ${s}.${n} (id int, a regclass, b regtype, c regrole);`,
  },
  {
    lint: 'table_bloat',
    faulty: (s, n) => `
      create table ${s}.${n} (id int, filler text);
      alter table ${s}.${n} alter filler set storage plain;
      insert into ${s}.${n} select i, repeat('x', 1000) from generate_series(1, 20000) as i;
      delete from ${s}.${n} where id % 10 <> 0;
      analyze ${s}.${n};`,
    sound: (s, n) => `
      create table ${s}.${n} (id int, filler text);
      alter table ${s}.${n} alter filler set storage plain;
      insert into ${s}.${n} select i, repeat('x', 1000) from generate_series(1, 20000) as i;
      analyze ${s}.${n};`,
  },
  {
    lint: 'fkey_to_auth_unique',
    faulty: (s, n) => `
      create table ${s}.${n} (id int primary key, phone text references auth.users (phone));`,
    sound: (s, n) => `
      create table ${s}.${n} (id int primary key, owner uuid references auth.users (id));`,
  },
  {
    lint: 'sensitive_columns_exposed',
    faulty: (s, n) => `create table ${s}.${n} (id int, "Access-Token" text, credit_card text);`,
    sound: (s, n) => `
      create table ${s}.${n} (id int, token_count int);
      create table ${s}.hidden (id int, password text);
      revoke all on ${s}.hidden from anon, authenticated;
      grant select (id) on ${s}.hidden to anon;`,
    isFixable: true,
  },
  {
    lint: 'rls_policy_always_true',
    faulty: (s, n) => policy(s, n, 'for insert with check (true)'),
    sound: (s, n) => `${policy(s, n, 'for select using (true)')}
      create policy own on ${s}.${n} for delete using (id = 1);
      create policy servers on ${s}.${n} for update to service_role using (true);`,
  },
  {
    lint: 'pg_graphql_anon_table_exposed',
    faulty: (s, n) => `create table ${s}.${n} (id int primary key);`,
    sound: (s, n) => `create table ${s}.${n} (id int primary key);
      revoke all on ${s}.${n} from anon;`,
  },
  {
    lint: 'pg_graphql_authenticated_table_exposed',
    faulty: (s, n) => `create table ${s}.${n} (id int primary key);`,
    sound: (s, n) => `create table ${s}.${n} (id int primary key);
      comment on schema ${s} is '@graphql({"introspection": false})';`,
  },
  {
    lint: 'anon_security_definer_function_executable',
    faulty: (s, n) => `${enumOf(s)} ${definer(s, n, 'security definer')}`,
    sound: (s, n) => `${enumOf(s)} ${definer(s, n, 'security invoker')}
      create function ${s}.fires() returns trigger language plpgsql security definer
        set search_path = '' as 'begin return new; end';`,
    isFixable: true,
  },
  {
    lint: 'authenticated_security_definer_function_executable',
    faulty: (s, n) => `${enumOf(s)} ${definer(s, n, 'security definer')}`,
    sound: (s, n) => `${enumOf(s)} ${definer(s, n, 'security definer')}
      revoke all on function ${s}.${n} from public, authenticated;`,
    isFixable: true,
  },
]
