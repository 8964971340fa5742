import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import type { FlagValue } from '@stoa/contract/platform/feature-flags'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let person: TestPerson
let slug: string
beforeAll(async () => {
  test = await createTestPlatform()
})
beforeEach(async () => {
  person = await test.person('person')
  slug = await test.organization(person)
})
afterAll(() => test.stop())

const records = '/platform/installation/feature-flags'
const set = (body: object) => test.call({ method: 'PUT', url: records, as: 'operator', body })
const flags = async (organization?: string, as = person) => {
  const query = organization === undefined ? '' : `?organization_slug=${organization}`
  const answer = await test.call({ method: 'GET', url: `/platform/feature-flags${query}`, as })
  return answer.json<Record<string, FlagValue>>()
}

describe('the feature previews', () => {
  it('match the seven of the specification', () => {
    expect(featurePreviews.map(({ name }) => name)).toEqual([
      'New logs interface',
      'Branching via dashboard',
      'Realtime settings',
      'Disable advisor rules',
      'Directly edit database entities',
      'Project API documentation',
      'Column-level privileges',
    ])
    expect(new Set(featurePreviews.map(({ key }) => key)).size).toBe(7)
  })

  // SPEC: "each gated by its own gate."
  it('have four gates that an operator can close one by one', async () => {
    const gates = featurePreviews.flatMap(({ gate }) => (gate ? [gate.flag] : []))
    expect(gates.sort()).toEqual([
      'advisorRules',
      'gitlessBranching',
      'realtimeSettings',
      'unifiedLogs',
    ])
    expect(Object.keys(await flags()).sort()).toEqual(expect.arrayContaining(gates))
    await set({ name: 'unifiedLogs', value: false })
    expect(await flags()).toMatchObject({ unifiedLogs: false, advisorRules: true })
  })

  it('are offered by the server even if a stored flag of the same name says otherwise', async () => {
    await set({ name: 'preview:realtime-settings', value: true })
    expect(await flags()).toMatchObject({ 'preview:realtime-settings': false })
  })
})

describe('a flag', () => {
  it("takes the person's value, else the organization's, else the installation's", async () => {
    await set({ name: 'layers', value: 'installation' })
    expect(await flags(slug)).toMatchObject({ layers: 'installation' })
    await set({ name: 'layers', value: 'organization', organization_slug: slug })
    expect(await flags(slug)).toMatchObject({ layers: 'organization' })
    // Without an organization in the query, no organization's value counts.
    expect(await flags()).toMatchObject({ layers: 'installation' })
    const own = await set({ name: 'layers', value: 3, user_id: person.userId })
    expect(await flags(slug)).toMatchObject({ layers: 3 })
    expect(await flags()).toMatchObject({ layers: 3 })
    expect(await flags(undefined, await test.person('other'))).toMatchObject({
      layers: 'installation',
    })
    const { id } = own.json<{ id: string }>()
    const remove = () => test.call({ method: 'DELETE', url: `${records}/${id}`, as: 'operator' })
    expect((await remove()).statusCode).toBe(200)
    expect(await flags(slug)).toMatchObject({ layers: 'organization' })
    expect((await remove()).json()).toMatchObject({ code: 'feature_flag_not_found' })
  })

  it('replaces its value when it is set again for the same scope', async () => {
    const first = await set({ name: 'again', value: true })
    const second = await set({ name: 'again', value: false })
    expect(second.json<{ id: string }>().id).toBe(first.json<{ id: string }>().id)
    const listed = await test.call({ method: 'GET', url: records, as: 'operator' })
    const named = listed.json<{ name: string }[]>().filter(({ name }) => name === 'again')
    expect(named).toMatchObject([
      { name: 'again', value: false, organization_slug: null, user_id: null },
    ])
  })

  it("hides the flags of somebody else's organization", async () => {
    const stranger = await test.person('stranger')
    expect(await flags(slug, stranger)).toMatchObject({ code: 'organization_not_found' })
  })

  it.each([
    ['an unknown organization', { organization_slug: 'nowhere' }, 404],
    ['an unknown person', { user_id: '00000000-0000-4000-8000-000000000000' }, 404],
    ['a name that is none', { name: '__proto__' }, 400],
    ['a value that is a list', { value: [] }, 400],
  ])('refuses %s', async (_what, change, status) => {
    expect((await set({ name: 'refused', value: true, ...change })).statusCode).toBe(status)
  })

  it('refuses a value for both an organization and a person', async () => {
    const body = { name: 'both', value: 1, organization_slug: slug, user_id: person.userId }
    expect((await set(body)).statusCode).toBe(400)
  })
})

describe('a sighting of a flag', () => {
  const track = (value: FlagValue) =>
    test.call({
      method: 'POST',
      url: '/platform/telemetry/feature-flags/track',
      as: person,
      body: { feature_flag_name: 'newHome', feature_flag_value: value },
    })

  it('is counted per person, flag and value', async () => {
    await track(true)
    await track(true)
    await track('blue')
    // A jsonb column rejects half a surrogate pair.
    expect((await track('\ud800')).statusCode).toBe(400)
    const rows = await test.control.database.as('supabase_admin').many(
      sql`
        select value, count from platform.feature_flag_sightings
        where user_id = ${person.userId} and name = 'newHome' order by count desc`,
      z.object({ value: z.unknown(), count: z.coerce.number() }),
    )
    expect(rows).toEqual([
      { value: true, count: 2 },
      { value: 'blue', count: 1 },
    ])
  })
})
