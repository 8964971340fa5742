import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { CronItem, Jobs, Task } from '../../postgres/jobs.ts'
import type { JobOptions, JobPayload, StoredProject } from '../../project/project.ts'
import type { JobRun, ProjectJob, Schedule, Service } from '../../project/service.ts'
import type { Lease } from '../port.ts'
import type { Instances } from '../records/instances.ts'
import { servingInstances } from '../records/queries.ts'

/** The queue's one task for all jobs of all services; the payload names the job. */
export const SERVICE_JOB = 'service.job'
const MAX_ATTEMPTS = 10

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** The queue's payloads are flat, so the job's own payload is sent as JSON text. */
const Sent = z.object({
  ref: z.string(),
  service: z.string(),
  job: z.string(),
  payload: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.record(z.string(), Scalar)),
})

type ServiceJobDeps = {
  readonly services: readonly Service[]
  readonly instances: Instances
  readonly acquire: (ref: string) => Lease | Promise<Lease>
  readonly readStored: (ref: string) => Promise<StoredProject>
  readonly log: Log
}

/** Adds a job of a service. Throws if the service declares no such job, which is a bug in it. */
export function createAddServiceJob(deps: {
  readonly jobs: () => Jobs
  readonly instances: Instances
  readonly services: readonly Service[]
}) {
  return async function addServiceJob(
    ref: string,
    name: { readonly service: string; readonly job: string },
    payload: JobPayload = {},
    options: JobOptions = {},
  ): Promise<void> {
    if (!findJob(deps.services, name))
      throw new Error(`The service ${name.service} does not declare the job ${name.job}`)
    await deps.jobs().add(
      deps.instances.session(),
      SERVICE_JOB,
      { ref, ...name, payload: JSON.stringify(payload) },
      {
        maxAttempts: options.maxAttempts ?? MAX_ATTEMPTS,
        ...(options.key !== undefined && {
          key: `${SERVICE_JOB}:${name.service}:${name.job}:${ref}:${options.key}`,
        }),
        ...(options.runAt && { runAt: options.runAt }),
      },
    )
  }
}

/** The tasks and cron entries of all services. */
export function createServiceTasks(
  deps: ServiceJobDeps & { readonly addJob: ReturnType<typeof createAddServiceJob> },
): { readonly tasks: Readonly<Record<string, Task>>; readonly cron: readonly CronItem[] } {
  const schedules = deps.services.flatMap((service) =>
    (service.schedules ?? []).map((schedule) => ({ service, schedule })),
  )
  // A job can have one schedule for running projects and another for all.
  const nameOf = (service: Service, { job, wakes }: Schedule) =>
    `schedule.${service.name}.${job}${wakes ? '' : '.running'}`

  const fanOut =
    (service: Service, { job, wakes }: Schedule): Task =>
    async () => {
      for (const instance of await servingInstances(deps.instances.session()))
        if (wakes || instance.compute === 'running')
          await deps.addJob(
            instance.ref,
            { service: service.name, job },
            {},
            // A project whose previous scheduled job is still queued does not get a second one.
            { key: 'schedule' },
          )
    }

  return {
    tasks: {
      [SERVICE_JOB]: (payload, context) => runJob(deps, payload, context),
      ...Object.fromEntries(
        schedules.map(({ service, schedule }) => [
          nameOf(service, schedule),
          fanOut(service, schedule),
        ]),
      ),
    },
    cron: schedules.map(({ service, schedule }) => ({
      task: nameOf(service, schedule),
      match: schedule.cron,
    })),
  }
}

async function runJob(
  { services, acquire, readStored, log }: ServiceJobDeps,
  sent: unknown,
  context: Omit<JobRun, 'payload'>,
): Promise<void> {
  const { ref, service, job: name, payload } = Sent.parse(sent)
  const job = findJob(services, { service, job: name })
  if (!job) {
    log.warn({ ref, service, job: name }, 'Dropped a job of an older release.')
    return
  }
  try {
    if (job.needs === 'records') {
      await job.run(await readStored(ref), { payload, ...context })
      return
    }
    const lease = await acquire(ref)
    try {
      const fault = lease.faultOf(service)
      if (fault) throw fault
      await job.run(lease.project, { payload, ...context })
    } finally {
      lease.release()
    }
  } catch (error) {
    // A job of a deleted project is dropped.
    if (error instanceof AppError && error.code === 'project_not_found') return
    log.warn({ err: error, ref, service, job: name, attempt: context.attempt }, 'A job failed.')
    throw error
  }
}

const findJob = (
  services: readonly Service[],
  { service, job }: { readonly service: string; readonly job: string },
): ProjectJob | undefined => services.find(({ name }) => name === service)?.jobs?.[job]
