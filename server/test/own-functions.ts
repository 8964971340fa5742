import type { Client } from 'pg'
import { z } from 'zod'

const OwnFunction = z.object({
  name: z.string(),
  /** How other functions call it. */
  call: z.string(),
  source: z.string(),
  has_more_rights: z.boolean(),
  is_guarded: z.boolean(),
  calls: z.number(),
})

/** A function of a role that the owner of the database is not a member of. */
export type OwnFunction = z.infer<typeof OwnFunction>

/**
 * A function has more rights than its caller if it is `security definer`, runs for event triggers,
 * belongs to the superuser, or is a trigger function on a table of a role that the owner is not a
 * member of. It is guarded if its search path ends in `pg_temp`. Functions with a standard SQL body
 * are left out, because their names were looked up at creation, and so are functions of extensions,
 * unless they are `security definer`.
 */
const OWN_FUNCTIONS = `
  select p.oid::regprocedure::text as name,
    format('%s.%s(', p.pronamespace::regnamespace, p.proname) as call, p.prosrc as source,
    p.prosecdef or p.prorettype = 'event_trigger'::regtype or r.rolsuper or exists (
      select from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
      where t.tgfoid = p.oid and not pg_has_role('postgres', c.relowner, 'member')
    ) as has_more_rights,
    coalesce((
      select setting ~ '^search_path=(?!.*pg_temp.*,).*, pg_temp$' from unnest(p.proconfig) as setting
      where setting ~ '^search_path='
    ), false) as is_guarded,
    coalesce(pg_stat_get_function_calls(p.oid), 0)::integer as calls
  from pg_proc as p join pg_roles as r on r.oid = p.proowner
  where p.oid >= 16384 and p.prokind <> 'a' and not pg_has_role('postgres', p.proowner, 'member')
    and (p.prosecdef or p.prosqlbody is null and not exists (
      select from pg_depend as d
      where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'))
  order by p.oid::regprocedure::text collate "C"`

/** Reads the functions as the superuser. */
export async function ownFunctions(superuser: Client): Promise<readonly OwnFunction[]> {
  return z.array(OwnFunction).parse((await superuser.query(OWN_FUNCTIONS)).rows)
}

/** The functions that run with more rights than their caller, and the functions they call. */
export function withMoreRights(all: readonly OwnFunction[]): readonly OwnFunction[] {
  const found = new Set(all.filter(({ has_more_rights }) => has_more_rights))
  // Iterating over a set includes elements added during the iteration.
  for (const { source } of found)
    for (const called of all) if (source.includes(called.call)) found.add(called)
  return [...found]
}

export const namesOf = (functions: readonly OwnFunction[]): readonly string[] =>
  functions.map(({ name }) => name)
