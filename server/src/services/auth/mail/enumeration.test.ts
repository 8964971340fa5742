import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import type { ServiceSession, Session } from '../../../postgres/database.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const password = 'correct horse'

async function withKnown(app: AuthApp, email: string): Promise<string> {
  const { status } = await app.call('POST', '/admin/users', {
    as: 'service',
    body: { email, password, email_confirm: true },
  })
  expect(status).toBe(200)
  return email
}

/** Each ID is random, and the responses name the address that was asked about. */
const withoutNames = (answer: { status: number; body: unknown; headers: object }) => ({
  status: answer.status,
  body: JSON.stringify(answer.body)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/(known|unknown|pending)[\w-]*@/g, 'who@'),
  headers: Object.keys(answer.headers),
})

describe('a known and an unknown address', () => {
  const requests: [string, object][] = [
    ['/recover', {}],
    ['/otp', {}],
    ['/otp', { create_user: false }],
    ['/magiclink', { create_user: false }],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
  ]
  it.each(requests)(
    'get the same response from %s %j, which waits for nothing about the account',
    async (path, more) => {
      const app = createAuthApp(test, { settings: { mailer_autoconfirm: false } })
      const known = await withKnown(app, `known-${Math.random()}@example.com`)
      const owner = await test.database.connect('supabase_admin', 'test')
      try {
        // Nobody can read or write accounts until this transaction ends.
        await owner.query('begin; lock table auth.users in access exclusive mode')
        const ask = (email: string) => app.call('POST', path, { body: { ...more, email } })
        const answers = [await ask(known), await ask('unknown@example.com')].map(withoutNames)
        expect(answers[0]).toEqual({ ...answers[1], status: 200, body: '{}' })
      } finally {
        await owner.query('rollback')
        await owner.end()
      }
    },
  )

  it.each([
    ['sign-ups are disabled', { disable_signup: true }, {}],
    ['the request forbids it', {}, { create_user: false }],
  ])('get the same response when %s, and no account is created', async (_, settings, more) => {
    const app = createAuthApp(test, { settings })
    const known = await withKnown(app, `known-${Math.random()}@example.com`)
    const ask = (email: string) => app.call('POST', '/otp', { body: { ...more, email } })
    expect(withoutNames(await ask('unknown-still@example.com'))).toEqual(
      withoutNames(await ask(known)),
    )
    await app.mailTo(known)
    const { body } = await app.call('GET', '/admin/users?filter=unknown-still', { as: 'service' })
    expect(body['users']).toEqual([])
  })

  it('reach the limit of mails after the same number of requests', async () => {
    const app = createAuthApp(test, { limits: { mailByAddress: { burst: 1, perMinute: 1 } } })
    const known = await withKnown(app, 'known-limit@example.com')
    for (const path of ['/recover', '/otp']) {
      const answers = []
      for (const email of [known, known, 'unknown-limit@example.com', 'unknown-limit@example.com'])
        answers.push(withoutNames(await app.call('POST', path, { body: { email } })))
      expect(answers.slice(2)).toEqual(answers.slice(0, 2))
      app.pass(3600)
    }
  })

  it('take the same statements and get the same response from a sign-up', async () => {
    const { app, statements } = createCountingApp()
    await withKnown(app, 'known-signup@example.com')
    const ask = async (email: string) => {
      statements.length = 0
      const answer = await app.call('POST', '/signup', {
        body: { email, password, data: { plan: 'free' } },
      })
      return { ...withoutNames(answer), statements: statements[0]?.count }
    }
    const unknown = await ask('unknown-signup@example.com')
    const { link } = await app.mailTo('unknown-signup@example.com')
    expect(unknown.status).toBe(200)
    expect(unknown.statements).toBeGreaterThan(2)
    expect(await ask('known-signup@example.com')).toEqual(unknown)
    // This account has not been confirmed yet.
    expect(await ask('unknown-signup@example.com')).toEqual(unknown)
    expect((await app.mailTo('unknown-signup@example.com')).link.href).not.toBe(link.href)
    expect(app.mails).toEqual([])
  })
})

/** Counts the statements of each transaction, in the order in which the transactions begin. */
function createCountingApp() {
  const statements: { count: number }[] = []
  const counted = (tx: Session): Session => {
    const own = { count: 0 }
    statements.push(own)
    return new Proxy(tx, {
      get(target, name: keyof Session) {
        own.count += 1
        return target[name]
      },
    })
  }
  const watched = (session: ServiceSession): ServiceSession => ({
    ...session,
    transaction: (work) => session.transaction((tx) => work(counted(tx))),
  })
  const { database } = test.project
  const project = {
    ...test.project,
    database: {
      ...database,
      as: (role: Parameters<typeof database.as>[0]) => watched(database.as(role)),
    },
  }
  return {
    statements,
    app: createAuthApp({ ...test, project }, { settings: { mailer_autoconfirm: false } }),
  }
}
