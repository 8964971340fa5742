import { askPlatform } from '../e2e/support/platform-api.ts'
import { createProject, type StartedServer } from '../e2e/support/server.ts'
import { atMost, type Finding } from './finding.ts'
import { median } from './load.ts'
import { runSql } from './rest-setup.ts'

const USERS = 1_000_000
const AT_ONCE = 100_000
const ROUNDS = 9
const MS = 50
/** The target of searches for one user: as old as users that no index finds first. */
const ONE = 123_456

/** The requests of the users page, by search and order. */
const SEARCHES = {
  'by ID': `search=${idOf(ONE)}`,
  'by email address': `search=person${ONE}@example.com`,
  'by phone number': `search=%2B491510${ONE}`,
  'by the start of an address, 11 users': `search=person${Math.floor(ONE / 10)}`,
  'by the start of an address, 111,111 users': 'search=person1',
  'by the start of an address, 11,111 users, by creation': 'search=person12&sort=created_at',
  'by the start of an address, all users, by creation': 'search=person&sort=created_at',
  'by the start of a phone number': 'search=%2B491510123&sort=last_sign_in_at',
  'without a result': 'search=nobody',
  'by state: banned': 'state=banned',
  'by state: not confirmed': 'state=unconfirmed',
  'by state: anonymous': 'state=anonymous',
  'by sign-in method': 'provider=phone',
}

/** Measures the searches of the users page among a million users. */
export async function measureUserSearch(server: StartedServer): Promise<readonly Finding[]> {
  const project = await createProject(server, 'Million')
  await runSql(project, ...users(), 'analyze auth.users', 'analyze auth.identities')
  const findings: Finding[] = []
  for (const [what, query] of Object.entries(SEARCHES)) {
    const list = await time(`/auth/${project.ref}/users?limit=100&${query}`)
    const count = await time(`/auth/${project.ref}/users-count?${query.split('&')[0]}`)
    findings.push(atMost(`search in 1,000,000 users ${what}`, list, 'ms', MS))
    findings.push(atMost(`count of 1,000,000 users ${what}`, count, 'ms', MS))
  }
  return findings

  async function time(route: string): Promise<number> {
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now()
      await askPlatform(server, 'GET', route)
      took.push(performance.now() - begun)
    }
    return median(took)
  }
}

function idOf(user: number): string {
  return `00000000-0000-4000-8000-${String(user).padStart(12, '0')}`
}

/** Addresses in the order of creation, so that a search by their start does not find the newest. */
function users(): readonly string[] {
  return Array.from({ length: USERS / AT_ONCE }, (_, part) => {
    const numbers = `generate_series(${part * AT_ONCE + 1}, ${(part + 1) * AT_ONCE}) as n`
    const id = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
    return `
      insert into auth.users (id, aud, role, email, phone, email_confirmed_at, last_sign_in_at,
          raw_app_meta_data, raw_user_meta_data, created_at, banned_until, is_anonymous)
        select ${id}, 'authenticated', 'authenticated', 'person' || n || '@example.com',
          case when n % 3 = 0 then '491510' || lpad(n::text, 6, '0') end,
          case when n > 100 then now() end, now() - (n::bigint * 7919 % 1000003) * interval '1 minute',
          '{"provider": "email", "providers": ["email"]}', '{"full_name": "Somebody"}',
          now() - (${USERS} - n) * interval '1 minute',
          case when n % 500 = 0 then 'infinity'::timestamptz end, n between 101 and 200
        from ${numbers};
      insert into auth.identities (provider_id, user_id, identity_data, provider)
        select n::text, ${id}, '{}', case when n % 1000 = 0 then 'phone' else 'email' end
        from ${numbers}`
  })
}
