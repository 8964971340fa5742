import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let gathering: TestPlatform['app']
let person: TestPerson
beforeAll(async () => {
  test = await createTestPlatform()
  gathering = (await test.restart({ telemetry: true })).app
  person = await test.person('person')
})
afterAll(() => test.stop())

const url = '/platform/consent'
const headers = (as: TestPerson) => ({ authorization: `Bearer ${as.token}` })
type Consent = {
  categories: { slug: string; services: { id: string; consent: { status: boolean } }[] }[]
  decided_at: string | null
}
const read = async (as?: TestPerson) =>
  (await gathering.inject({ url, ...(as && { headers: headers(as) }) })).json<Consent>()
const set = (services: { id: string; status: boolean }[]) =>
  gathering.inject({ method: 'PUT', url, headers: headers(person), payload: { services } })
const statuses = ({ categories }: Consent) =>
  Object.fromEntries(
    categories.flatMap(({ services }) => services.map(({ id, consent }) => [id, consent.status])),
  )

describe('the consent categories', () => {
  // SPEC: "**Consent category**: slug, label, description, isEssential, services."
  // SPEC: "Service: id, consent.status."
  it('contain only essential services where telemetry is off', async () => {
    const answer = await test.call({ method: 'GET', url })
    expect(answer.json()).toEqual({
      categories: [
        {
          slug: 'essential',
          label: 'Essential',
          description: expect.any(String),
          isEssential: true,
          services: [
            { id: 'session', name: 'Sign-in session', consent: { status: true } },
            { id: 'theme', name: 'Theme and layout', consent: { status: true } },
          ],
        },
      ],
      decided_at: null,
    })
  })

  it('contain usage events where telemetry is on, off until the person agrees', async () => {
    const consent = await read()
    expect(consent.categories.map(({ slug }) => slug)).toEqual(['essential', 'telemetry'])
    expect(statuses(consent)).toEqual({ session: true, theme: true, 'usage-events': false })
  })
})

describe('a decision on consent', () => {
  it('is stored for the person and can be changed', async () => {
    const answer = await set([{ id: 'usage-events', status: true }])
    expect(answer.statusCode).toBe(200)
    const consent = await read(person)
    expect(statuses(consent)).toMatchObject({ 'usage-events': true })
    expect(consent.decided_at).toBe('2026-03-01T12:00:00.000Z')
    expect(statuses(await read(await test.person('other')))).toMatchObject({
      'usage-events': false,
    })
    expect(await read()).toMatchObject({ decided_at: null })
    await set([{ id: 'usage-events', status: false }])
    expect(statuses(await read(person))).toMatchObject({ 'usage-events': false })
  })

  it('cannot switch off an essential service', async () => {
    expect((await set([{ id: 'session', status: true }])).statusCode).toBe(200)
    const refused = await set([
      { id: 'usage-events', status: true },
      { id: 'session', status: false },
    ])
    expect(refused.json()).toMatchObject({ code: 'service_essential' })
    // A refused decision stores nothing.
    expect(statuses(await read(person))).toMatchObject({ 'usage-events': false })
  })

  it('is refused for a service that this installation does not use', async () => {
    expect((await set([{ id: 'ads', status: true }])).json()).toMatchObject({
      code: 'unknown_service',
    })
    const body = { services: [{ id: 'usage-events', status: true }] }
    const elsewhere = await test.call({ method: 'PUT', url, as: person, body })
    expect(elsewhere.json()).toMatchObject({ code: 'unknown_service' })
  })
})
