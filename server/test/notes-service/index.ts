import { createHmac, timingSafeEqual } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../src/lib/errors.ts'
import { route } from '../../src/lib/http.ts'
import { sql } from '../../src/postgres/sql.ts'
import type { Caller } from '../../src/project/caller.ts'
import type { Project } from '../../src/project/project.ts'
import type { Service } from '../../src/project/service.ts'
import { clearNotes, countNotes, listExports, notesSettings } from './contract.ts'

const NAME = 'notes'
const Count = z.object({ count: z.int() })

/** Lets tests observe the service and break it. */
export type NotesProbe = {
  readonly started: string[]
  readonly stopped: string[]
  readonly removed: string[]
  readonly greetings: string[]
  readonly passphrases: string[]
  /** Makes further starts fail. */
  failsToStart: boolean
  isIll: boolean
}

export const createProbe = (): NotesProbe => ({
  started: [],
  stopped: [],
  removed: [],
  greetings: [],
  passphrases: [],
  failsToStart: false,
  isIll: false,
})

/** A small but complete example service that uses every part of the `Service` type. */
export function createNotes(probe: NotesProbe): Service {
  // The service writes as its own administrator role; callers can only read notes.
  const admin = (project: Project) => project.database.as('supabase_notes_admin')
  const greetingOf = (project: Project) => project.settings.of(notesSettings).greeting

  async function add(project: Project, text: string): Promise<void> {
    const limit = project.settings.of(notesSettings).max_length
    if (text.length > limit)
      throw new AppError('note_too_long', `A note has at most ${limit} characters.`, {
        status: 422,
        hint: 'Shorten the note, or raise the limit in the settings.',
      })
    await admin(project).run(sql`insert into notes.entries (text) values (${text})`)
    project.count(NAME, 'characters', text.length)
    project.log(NAME).info({ length: text.length }, 'A note was added.')
  }

  const countOf = (project: Project) =>
    admin(project).one(sql`select count(*)::int as count from notes.entries`, Count)

  return {
    name: NAME,
    title: 'Notes',
    publicDoor: {
      routes(app) {
        app.get('/greeting', ({ project }) => ({ greeting: greetingOf(project) }))
        app.get('/whoami', ({ caller }) => ({ role: caller.role }))
        app.post('/entries', async ({ project, body }, reply) => {
          // A streamed body reaches the handler unread.
          const chunks: Buffer[] = []
          for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk)
          await add(project, Buffer.concat(chunks).toString('utf8'))
          return reply.header('x-note', 'added').status(201).send({})
        })
        app.post('/later', async ({ project }) => {
          await project.addJob(NAME, 'add', { text: 'added by a job' }, { key: 'later' })
          return {}
        })
      },
      keyless: ['/greeting'],
      admit: signedCaller,
      cors: { exposedHeaders: ['x-note'] },
      body: 'streamed',
      upgrade({ socket, project, caller, path: place, query }) {
        const line = [greetingOf(project), caller.role, place, query.get('room')].join(' ')
        socket.end(`HTTP/1.1 101 Switching Protocols\r\nupgrade: notes\r\n\r\n${line}`)
      },
      refuseMethod: (method) => ({ status: 418, headers: {}, body: { refused: method } }),
    },
    memberDoors: [
      {
        needs: 'database',
        routes(app) {
          route(countNotes).to(({ request }) => countOf(request.project))(app)
          route(clearNotes).to(async ({ request }) => {
            await admin(request.project).run(sql`delete from notes.entries`)
            return {}
          })(app)
        },
      },
      {
        needs: 'records',
        routes: route(listExports).to(({ request }) => readdir(request.storedProject.folder(NAME))),
      },
    ],
    settings: notesSettings,
    permissions: { 'notes:clear': ['owner', 'administrator'] },
    database: {
      roles: ['supabase_notes_admin'],
      migrations: { owner: NAME, folder: new URL('./migrations/', import.meta.url) },
    },
    jobs: {
      add: {
        needs: 'database',
        run: (project, { payload }) => add(project, String(payload['text'])),
      },
      export: {
        needs: 'records',
        run: (project, { attempt }) =>
          writeFile(path.join(project.folder(NAME), `export-${attempt}`), 'notes'),
      },
    },
    schedules: [{ job: 'export', cron: '* * * * *', wakes: false }],
    hasFolder: true,
    meters: { characters: { unit: 'count', title: 'Characters' } },
    logSource: 'notes_logs',
    async start(project) {
      if (probe.failsToStart)
        throw new AppError('notes_lost', 'The notes are lost.', { status: 503 })
      await countOf(project)
      probe.started.push(project.ref)
    },
    stop: ({ ref }) => void probe.stopped.push(ref),
    settingsChanged(project) {
      probe.greetings.push(greetingOf(project))
      probe.passphrases.push(project.settings.of(notesSettings).passphrase)
    },
    async check(project) {
      if (probe.isIll) throw new AppError('notes_ill', 'The notes are ill.', { status: 503 })
      await countOf(project)
    },
    removed: async (ref) => void probe.removed.push(ref),
  }
}

/** Checks the header `x-signature`: a hex HMAC of the path with the project's secret. */
function signedCaller(request: FastifyRequest, { keys }: Project): Caller | undefined {
  const given = request.headers['x-signature']
  if (typeof given !== 'string') return undefined
  const expected = sign(request.url, keys.jwtSecret)
  if (
    given.length === expected.length &&
    timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  )
    return { role: 'service_role', claims: {}, claimsJson: '{}' }
  throw new AppError('signature_invalid', 'The signature does not match.', {
    status: 403,
    hint: 'Sign the path of the request with the secret of the project.',
  })
}

export const sign = (url: string, secret: string): string =>
  createHmac('sha256', secret).update(url).digest('hex')
