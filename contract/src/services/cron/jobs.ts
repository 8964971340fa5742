import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Identifier } from '../meta/params.ts'
import { MAX_SCHEDULE_LENGTH } from './schedule.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** List the scheduled jobs of a project's database and their runs. */
    'cron:read': true
    /** Schedule, change, run, and delete jobs. */
    'cron:write': true
  }
}

/** The longest list; the rest can be found by a search. */
export const MAX_LISTED_JOBS = 500
export const RUNS_PER_PAGE = 50
export const MAX_JOB_NAME_LENGTH = 63
export const MAX_COMMAND_LENGTH = 100_000
/** How much of a run's message a list contains, in characters. */
export const MAX_LISTED_MESSAGE = 2000

export const RunStatus = z.enum(['starting', 'running', 'succeeded', 'failed'])
export type RunStatus = z.infer<typeof RunStatus>

export const CronRun = z.object({
  id: z.string(),
  status: RunStatus,
  /** The command's result, such as `INSERT 0 1`, or its error. */
  message: z.string().nullable(),
  /** The command as it was when it ran. */
  command: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
})
export type CronRun = z.infer<typeof CronRun>

/**
 * The behavior when a job is due while it runs: skip it, run it once afterwards, or start another
 * run at the same time.
 */
export const CronOverlap = z.enum(['skip', 'queue', 'allow'])
export type CronOverlap = z.infer<typeof CronOverlap>

export const CronJob = z.object({
  id: z.string(),
  name: z.string().nullable(),
  schedule: z.string(),
  command: z.string(),
  username: z.string(),
  is_active: z.boolean(),
  overlap: CronOverlap,
  /** Null for a job that is inactive or whose schedule is never due. */
  next_run_at: z.string().nullable(),
  last_run: CronRun.nullable(),
})
export type CronJob = z.infer<typeof CronJob>

const byRef = z.object({ ref: z.string() })
const Id = z.string().regex(/^\d{1,18}$/)
const byId = byRef.extend({ job_id: Id })
const path = '/platform/cron/{ref}/jobs'

/** Postgres cannot store the character NUL. */
const hasNoNul = (text: string) => !text.includes('\0')
const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The command can be twice as long, because quotes are doubled in it. */
const MAX_CALL_BODY_LENGTH = 40_000
const MAX_CALL_HEADERS_LENGTH = 8000

const Name = Identifier.refine(hasNoNul, 'A name cannot contain NUL.')
const JsonText = z
  .string()
  .trim()
  .max(MAX_CALL_BODY_LENGTH)
  .refine((text) => text === '' || isJson(text), 'Enter valid JSON.')
const Headers = z
  .record(z.string(), z.string())
  .refine(
    (headers) => JSON.stringify(headers).length <= MAX_CALL_HEADERS_LENGTH,
    `Headers can have at most ${MAX_CALL_HEADERS_LENGTH} characters.`,
  )

/** A call that a job makes, which the server writes as SQL. */
export const CronCall = z.discriminatedUnion('kind', [
  /** A function or a procedure without arguments. */
  z.object({
    kind: z.literal('routine'),
    schema: Name,
    name: Name,
    is_procedure: z.boolean(),
  }),
  /** An HTTP request with the functions of pg_net. */
  z.object({
    kind: z.literal('request'),
    method: z.enum(['GET', 'POST']),
    url: z.url({ protocol: /^https?$/ }).max(2000),
    headers: Headers,
    /** JSON; empty for none. */
    body: JsonText,
  }),
  z.object({
    kind: z.literal('edge_function'),
    slug: z.string().regex(/^[\w-]{1,200}$/),
    /** The name of the secret in the vault that contains a key of the project; null for none. */
    secret: z.string().min(1).max(1000).refine(hasNoNul, 'NUL is not allowed.').nullable(),
    body: JsonText,
  }),
])
export type CronCall = z.infer<typeof CronCall>

const fields = {
  name: z.string().trim().min(1).max(MAX_JOB_NAME_LENGTH),
  schedule: z.string().trim().min(1).max(MAX_SCHEDULE_LENGTH),
  command: z.string().trim().min(1).max(MAX_COMMAND_LENGTH),
}

/** The jobs whose name or command contains the search text, by name. */
export const listCronJobs = endpoint({
  method: 'GET',
  path,
  access: 'cron:read',
  params: byRef,
  query: z.object({ search: z.string().max(200).optional() }),
  response: z.array(CronJob),
})

/** 400 `invalid_schedule`; 409 `job_exists` if a job has the name. */
export const createCronJob = endpoint({
  method: 'POST',
  path,
  access: 'cron:write',
  params: byRef,
  body: z.object({
    ...fields,
    command: z.union([fields.command, CronCall]),
    overlap: CronOverlap.optional(),
  }),
  response: z.object({ id: z.string() }),
})

/** The SQL with which a job makes a call. Nothing runs. */
export const draftCronCommand = endpoint({
  method: 'POST',
  path: '/platform/cron/{ref}/commands',
  access: 'cron:write',
  params: byRef,
  body: z.object({ call: CronCall }),
  response: z.object({ command: z.string() }),
})

export const getCronJob = endpoint({
  method: 'GET',
  path: `${path}/{job_id}`,
  access: 'cron:read',
  params: byId,
  response: CronJob,
})

/** The values of a job that a form showed before the change. */
export const ReplacedCronJob = CronJob.pick({ schedule: true, command: true, overlap: true })

/** With `replaces`, 409 `definition_changed` if the job no longer has these values. */
export const updateCronJob = endpoint({
  method: 'PATCH',
  path: `${path}/{job_id}`,
  access: 'cron:write',
  params: byId,
  body: z.object({
    schedule: fields.schedule.optional(),
    command: fields.command.optional(),
    is_active: z.boolean().optional(),
    overlap: CronOverlap.optional(),
    replaces: ReplacedCronJob.optional(),
  }),
  response: z.object({}),
})

/** Deletes the job; its runs stay until they are trimmed. */
export const deleteCronJob = endpoint({
  method: 'DELETE',
  path: `${path}/{job_id}`,
  access: 'cron:write',
  params: byId,
  response: z.object({}),
})

/** Starts a run now, or as soon as the current one has ended; its result is in the list of runs. */
export const runCronJob = endpoint({
  method: 'POST',
  path: `${path}/{job_id}/run`,
  access: 'cron:write',
  params: byId,
  response: z.object({}),
})

/** The runs of a job, the newest first. */
export const listCronRuns = endpoint({
  method: 'GET',
  path: `${path}/{job_id}/runs`,
  access: 'cron:read',
  params: byId,
  query: z.object({
    status: RunStatus.optional(),
    /** Only runs before the one with this id. */
    before: Id.optional(),
  }),
  response: z.array(CronRun),
})
