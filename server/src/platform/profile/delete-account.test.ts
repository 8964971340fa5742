import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'
import { sql } from '../../postgres/sql.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  slug = await test.organization(owner, 'Acme')
})
afterAll(() => test.stop())

const PASSWORD = 'gusty-Walrus-40-orbits-plinth'
const database = () => test.control.database.as('supabase_admin')

async function personWithPassword(name: string): Promise<TestPerson> {
  const email = `${name}@example.com`
  await test.accounts.createAccount({ email, password: PASSWORD })
  const person = test.accounts.signIn(email)
  await test.call({ method: 'POST', url: '/platform/profile', as: person })
  return person
}

const join = ({ userId }: TestPerson, role: string, to = slug) =>
  database().run(sql`
    insert into platform.members (organization_id, user_id, role)
    select id, ${userId}, ${role} from platform.organizations where slug = ${to}`)

const remove = (as: TestPerson, password = PASSWORD) =>
  test.call({ method: 'POST', url: '/platform/profile/delete', as, body: { password } })

describe('deleting an account', () => {
  it('takes all that is theirs alone, and gives what they shared to an owner', async () => {
    const person = await personWithPassword('leaver')
    await join(person, 'developer')
    const ref = await test.project(owner, slug, 'Shop')
    const snippet = (id: string, visibility: string) => sql`
      insert into platform.snippets
        (id, owner_id, project_id, name, sql, version, updated_at, inserted_at, visibility)
      select ${id}, ${person.userId}, id, 'Query', 'select 1', 1, now(), now(), ${visibility}
      from platform.projects where ref = ${ref}`
    const shared = '11111111-1111-4111-8111-111111111111'
    await database().run(snippet(shared, 'shared'))
    await database().run(snippet('22222222-2222-4222-8222-222222222222', 'private'))
    await database().run(sql`
      insert into platform.snippet_versions
        (project_id, owner_id, snippet_id, version, name, sql, author_id, begun_at, saved_at)
      select project_id, owner_id, id, 1, name, sql, owner_id, now(), now()
      from platform.snippets where id = ${shared}`)

    const answer = await remove(person)
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    expect(
      (await test.call({ method: 'GET', url: '/platform/profile', as: person })).statusCode,
    ).toBe(401)
    const left = await database().many(
      sql`
        select s.id, s.owner_id, v.owner_id as version_of, v.author_id
        from platform.snippets s left join platform.snippet_versions v on v.snippet_id = s.id
        union all
        select null, user_id, null, null from platform.members where user_id = ${person.userId}
        union all
        select null, user_id, null, null from platform.deleted_accounts`,
      z.object({
        id: z.string().nullable(),
        owner_id: z.string(),
        version_of: z.string().nullable(),
        author_id: z.string().nullable(),
      }),
    )
    expect(left).toEqual([
      { id: shared, owner_id: owner.userId, version_of: owner.userId, author_id: null },
    ])
    const audited = await database().many(
      sql`
        select action, organization_slug from platform.audit_log
        where actor_id = ${person.userId} order by id`,
      z.object({ action: z.string(), organization_slug: z.string().nullable() }),
    )
    expect(audited).toEqual([
      { action: 'member.leave', organization_slug: slug },
      { action: 'account.delete', organization_slug: null },
    ])
  })

  it('is refused to the last owner of organizations, which it names', async () => {
    const person = await personWithPassword('founder')
    const own = await test.organization(person, 'Lumen')
    await test.organization(person, 'Atelier')
    const refused = await remove(person)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'last_owner',
      message: 'You are the only owner of Lumen and Atelier.',
    })
    await join(owner, 'owner', own)
    expect((await remove(person)).json()).toMatchObject({
      message: 'You are the only owner of Atelier.',
    })
  })

  it('needs the password, and is refused to the last operator', async () => {
    const person = await personWithPassword('operator')
    const wrong = await remove(person, 'wrong')
    expect([wrong.statusCode, wrong.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'password_wrong' }),
    ])
    await database().run(sql`
      update platform.profiles set is_operator = true where user_id = ${person.userId}`)
    expect((await remove(person)).json()).toMatchObject({ code: 'last_operator' })
    const other = await test.operatorPerson()
    expect((await remove(person)).statusCode).toBe(200)
    await database().run(sql`delete from platform.profiles where user_id = ${other.userId}`)
  })

  it('is completed by the next start if the server ended after the profile was deleted', async () => {
    const person = await personWithPassword('killed')
    await database().run(sql`
      insert into platform.deleted_accounts (user_id) values (${person.userId})`)
    await database().run(sql`delete from platform.profiles where user_id = ${person.userId}`)
    // The session is still valid, and must not create a new profile.
    expect(
      (await test.call({ method: 'POST', url: '/platform/profile', as: person })).statusCode,
    ).toBe(401)
    const { platform } = await test.restart()
    await platform.start()
    expect(
      await test.accounts.findAccount({ email: person.email, password: PASSWORD }),
    ).toBeUndefined()
    await platform.stop()
  })
})
