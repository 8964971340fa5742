import { createHmac, timingSafeEqual } from 'node:crypto'
import { cp, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../src/lib/errors.ts'
import { route } from '../../src/lib/http.ts'
import { compile, sql } from '../../src/postgres/sql.ts'
import type { Caller } from '../../src/project/caller.ts'
import type { Project } from '../../src/project/project.ts'
import type { StandIn } from '../../src/postgres/engines/extensions.ts'
import type { Notice, ServiceOverview } from '../../src/project/overview.ts'
import type { NativeExtension, PublicDoor, Service } from '../../src/project/service.ts'
import { clearNotes, countNotes, listExports, notesSettings } from './contract.ts'

const NAME = 'notes'
const DEFAULT_GREETING: Notice = {
  code: 'default_greeting',
  severity: 'info',
  title: 'Default greeting',
  hint: 'Choose a greeting.',
  tables: [],
  count: 1,
}
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
  hasEnded: boolean
  isIll: boolean
}

export const createProbe = (): NotesProbe => ({
  started: [],
  stopped: [],
  removed: [],
  greetings: [],
  passphrases: [],
  failsToStart: false,
  hasEnded: false,
  isIll: false,
})

/**
 * A declaration with all optional parts, typed so that a new part does not compile until it has an
 * example here.
 */
type Complete = Required<Service> & {
  readonly publicDoor: Required<PublicDoor>
  readonly database: Required<NonNullable<Service['database']>> & {
    readonly standIn: Required<StandIn>
    readonly nativeExtension: Required<NativeExtension>
  }
  readonly overview: Required<ServiceOverview>
}

/** A small but complete example service that uses every part of the `Service` type. */
export function createNotes(probe: NotesProbe): Complete {
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
        app.get('/entries', async ({ project, caller }) => {
          const context = { role: caller.role, settings: {}, isReadOnly: true }
          const [entries] = await project.database.asCaller(
            context,
            compile(sql`select text from notes.entries order by id`),
          )
          return entries?.rows
        })
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
      navigable: ['/greeting'],
      admit: signedCaller,
      cors: { exposedHeaders: ['x-note'] },
      body: 'streamed',
      upgrade({ socket, project, caller, path: place, query }) {
        const line = [greetingOf(project), caller.role, place, query.get('room')].join(' ')
        socket.end(`HTTP/1.1 101 Switching Protocols\r\nupgrade: notes\r\n\r\n${line}`)
      },
      refuseMethod: (method) => ({ status: 418, headers: {}, body: { refused: method } }),
    },
    measure: () => ({}),
    readMonth: async () => ({}),
    memberDoors: [
      {
        needs: 'database',
        routes: [
          route(countNotes).to(async ({ request }) => ({
            ...(await countOf(request.project)),
            can_clear: request.can('notes:clear'),
          })),
          route(clearNotes).to(async ({ request }) => {
            await admin(request.project).run(sql`delete from notes.entries`)
            await request.recordAudit({ action: 'notes.clear' })
            return {}
          }),
        ],
      },
      {
        needs: 'records',
        routes: [
          route(listExports).to(({ request }) => readdir(request.storedProject.folder(NAME))),
        ],
      },
    ],
    settings: notesSettings,
    permissions: { 'notes:clear': ['owner', 'administrator'] },
    database: {
      roles: ['supabase_notes_admin'],
      tables: ['notes.entries'],
      definitions: [],
      servesCallers: true,
      migrations: { owner: NAME, folder: new URL('./migrations/', import.meta.url) },
      standIn: {
        name: 'pg_notes',
        version: '1.0',
        schema: 'notes',
        comment: 'Provided by the server',
      },
      // Replaces the service's own tables on engines that have the extension.
      nativeExtension: {
        name: 'seg',
        oldest: [1, 0],
        library: {},
        folder: new URL('./native/', import.meta.url),
        moves: [],
        replaces: ['notes.entries'],
      },
    },
    servesPlatform: true,
    overview: {
      ofSettings: (settings) =>
        settings.of(notesSettings).greeting === notesSettings.defaults.greeting
          ? [DEFAULT_GREETING]
          : [],
      async read(project) {
        const { count } = await countOf(project)
        return {
          figures: [
            { name: 'notes', title: 'Notes', unit: 'count', value: count, is_estimate: false },
          ],
        }
      },
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
    archivedFiles: ['attachments'],
    archivedFilesAreRecords: true,
    // A copy keeps the notes, but not those that begin with “private”.
    async copied({ database }) {
      await database
        .as('supabase_notes_admin')
        .run(sql`delete from notes.entries where text like 'private%'`)
    },
    copyFiles: ({ from, to }) => cp(from.folder, to.folder, { recursive: true }),
    meters: { characters: { unit: 'count', title: 'Characters' } },
    logSource: 'pg_upgrade_logs',
    requestLogs: [{ source: 'pgbouncer_logs', columns: ({ ref }) => ({ project: ref }) }],
    async start(project) {
      if (probe.failsToStart)
        throw new AppError('notes_lost', 'The notes are lost.', { status: 503 })
      await countOf(project)
      probe.started.push(project.ref)
    },
    stopping: () => void probe.stopped.push(NAME),
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
    begin: async () => {},
    end: async () => void (probe.hasEnded = true),
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
